import { readFileSync } from 'node:fs';
import { allRoutes, http } from '@secure-preview/contracts';
import { addressesOf } from './addresses.js';
import { allChecks } from './all-checks.js';
import { limitChecks } from './checks/limit-checks.js';
import { runChecks, unknownNames } from './run-checks.js';
import { preparedContext, refusingClient, type SentRequest } from './testing/fake-context.js';

const hardening = readFileSync(new URL('../../../../docs/HARDENING.md', import.meta.url), 'utf8');

/** Runs all checks against a portal that rejects everything. */
async function probed() {
  const requests: SentRequest[] = [];
  const context = await preparedContext(refusingClient(requests));
  const results = await runChecks(allChecks, context, ['tls'], () => undefined);
  return { requests, results };
}

it('sends a request to every route of the contracts', async () => {
  const { requests } = await probed();
  for (const { method, path } of allRoutes) {
    const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
    expect([
      method,
      path,
      requests.some((request) => request.method === method && pattern.test(request.path)),
    ]).toEqual([method, path, true]);
  }
});

it('probes a new route automatically, with random parameters', () => {
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

it('gives the reason why trailer checks do not run without a trailer', async () => {
  const { results } = await probed();
  const reason = 'No trailer was found: /api/active-trailer returned 401';
  const storage = results.filter(({ id }) => id.startsWith('storage.'));
  expect(storage.map(({ finding }) => finding)).toEqual(storage.map(() => reason));
});

it('skips checks and groups by name, and finds unknown names', async () => {
  const { results } = await probed();
  const tls = results.filter(({ id }) => id.startsWith('tls.'));
  expect(tls.map(({ state }) => state)).toEqual(tls.map(() => 'not-run'));
  expect(unknownNames(['tls', 'tls.hsts', 'tl', 'hsts'], allChecks)).toEqual(['tl', 'hsts']);
});

it('exhausts no limit of its own IP address by default', async () => {
  const requests: SentRequest[] = [];
  const context = await preparedContext(refusingClient(requests));
  const before = requests.length;
  const results = await runChecks(limitChecks, context, [], () => undefined);
  expect(results.map(({ state }) => state)).toEqual(limitChecks.map(() => 'not-run'));
  expect(requests).toHaveLength(before);
});

it('reports a check without a response as a warning, and continues', async () => {
  const requests: SentRequest[] = [];
  const client = { ...refusingClient(requests), request: () => Promise.reject(new Error('socket hang up')) };
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

it('has a unique id for each check', () => {
  const ids = allChecks.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it.each(allChecks.map(({ id, asvs }) => [id, asvs] as const))(
  'documents %s and its requirements in HARDENING.md',
  (id, asvs) => {
    expect(hardening).toContain(`\`${id}\``);
    for (const requirement of asvs) expect(hardening).toContain(`${requirement.slice(1)} `);
  },
);
