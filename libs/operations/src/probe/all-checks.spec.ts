import { readFileSync } from 'node:fs';
import { allRoutes, http } from '@secure-preview/contracts';
import { addressesOf } from './addresses.js';
import { allChecks } from './all-checks.js';
import { limitChecks } from './checks/limit-checks.js';
import { runChecks, unknownNames } from './run-checks.js';
import { type Asked, preparedContext, refusingClient } from './testing/fake-context.js';

const hardening = readFileSync(new URL('../../../../docs/HARDENING.md', import.meta.url), 'utf8');

/** Runs all checks against a portal that refuses everything. */
async function probed() {
  const asked: Asked[] = [];
  const context = await preparedContext(refusingClient(asked));
  const results = await runChecks(allChecks, context, ['tls'], () => undefined);
  return { asked, results };
}

it('sends a request to every route of the contracts', async () => {
  const { asked } = await probed();
  for (const { method, path } of allRoutes) {
    const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
    expect([method, path, asked.some((one) => one.method === method && pattern.test(one.path))]).toEqual([
      method,
      path,
      true,
    ]);
  }
});

it('probes a new route without a change, with random parameters', () => {
  const added = http({
    method: 'PUT',
    path: '/api/new/:id',
    access: 'uploader',
    summary: 'New',
    errors: [],
  });
  const [first, second] = [addressesOf(['uploader'], [added]), addressesOf(['uploader'], [added])];
  expect(first).toEqual([{ method: 'PUT', path: expect.stringMatching(/^\/api\/new\/[\da-f-]{36}$/) }]);
  expect(first).not.toEqual(second);
});

it('says why checks of the film were not run without a trailer', async () => {
  const { results } = await probed();
  const reason = 'No trailer was found: /api/active-trailer answers 401';
  const storage = results.filter(({ id }) => id.startsWith('storage.'));
  expect(storage.map(({ finding }) => finding)).toEqual(storage.map(() => reason));
});

it('leaves out checks and groups, and knows their names', async () => {
  const { results } = await probed();
  const tls = results.filter(({ id }) => id.startsWith('tls.'));
  expect(tls.map(({ state }) => state)).toEqual(tls.map(() => 'not-run'));
  expect(unknownNames(['tls', 'tls.hsts', 'tl', 'hsts'], allChecks)).toEqual(['tl', 'hsts']);
});

it('uses up no limit of the operator, unless that is asked for', async () => {
  const asked: Asked[] = [];
  const context = await preparedContext(refusingClient(asked));
  const before = asked.length;
  const results = await runChecks(limitChecks, context, [], () => undefined);
  expect(results.map(({ state }) => state)).toEqual(limitChecks.map(() => 'not-run'));
  expect(asked).toHaveLength(before);
});

it('reports a check without an answer as a warning, and continues', async () => {
  const asked: Asked[] = [];
  const client = { ...refusingClient(asked), ask: () => Promise.reject(new Error('socket hang up')) };
  const context = await preparedContext(client as never);
  const results = await runChecks(allChecks, context, ['tls'], () => undefined);
  expect(results.map(({ id }) => id)).toEqual(allChecks.map(({ id }) => id));
  expect(results.find(({ id }) => id === 'headers.csp')).toMatchObject({
    state: 'warning',
    finding: 'no result (socket hang up)',
  });
  expect(results.find(({ id }) => id === 'session.cookie')?.finding).toBe(
    'No visitor could enter: socket hang up',
  );
});

it('has an id of its own for each check', () => {
  const ids = allChecks.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it.each(allChecks.map(({ id, asvs }) => [id, asvs] as const))(
  'names requirements for %s that HARDENING.md explains',
  (id, asvs) => {
    expect(hardening).toContain(`\`${id}\``);
    for (const requirement of asvs) expect(hardening).toContain(`${requirement.slice(1)} `);
  },
);
