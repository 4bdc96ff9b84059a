import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import type { Client } from '../support/client.js';
import type { TestPortal } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { type ProxyMistakes, startReverseProxy } from '../support/reverse-proxy.js';
import { expect, test } from '../support/test.js';

const command = resolve(import.meta.dirname, '../../../apps/standalone/bin/portal.mjs');
/** Skips a check that waits for a minute. `storage-checks.medium.spec.ts` tests this check. */
const WITHOUT_WAIT = ['--skip', 'storage.expiry'];
const METRICS = 'portal_requests_total 1\n';

let portal: TestPortal;
let uploader: Client;

interface Result {
  id: string;
  state: string;
  finding: string;
}

/** Runs `npm run portal -- probe …`. */
function probe(args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const env = { ...inherited, SECURE_PREVIEW_ENV_FILE: '' };
  return new Promise((resolveResult) => {
    execFile(process.execPath, [command, 'probe', ...args], { env }, (error, stdout, stderr) =>
      resolveResult({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
    );
  });
}

/** Runs the probe through a proxy that reports all clients under this address. */
async function probeThrough(clientAddress: string, mistakes: ProxyMistakes, extraArgs: string[] = []) {
  const proxy = await startReverseProxy(portal.url, clientAddress, mistakes);
  try {
    const { code, stdout, stderr } = await probe([proxy.url, '--json', ...WITHOUT_WAIT, ...extraArgs]);
    expect(stderr).toBe('');
    const { results } = JSON.parse(stdout) as { results: Result[] };
    return { code, among: (state: string) => results.filter((result) => result.state === state) };
  } finally {
    proxy.stop();
  }
}

const ids = (results: readonly Result[]) => results.map(({ id }) => id);

test.beforeAll(async ({ files, proxiedPortal }) => {
  portal = proxiedPortal;
  uploader = await publishTrailer(portal.url, {
    title: 'Perihelion',
    video: files.video('mp4', 6, [320, 180]),
  });
});

test('finds no problem in a portal behind a proxy, and creates recognisable leads', async () => {
  const extraArgs = ['--limits', '--email', 'self-test@example.org'];
  const { code, among } = await probeThrough('198.51.100.1', {}, extraArgs);
  expect(among('problem')).toEqual([]);
  expect(code).toBe(0);
  expect(ids(among('warning'))).toEqual(['tls.used', 'session.secure-cookie']);
  expect(ids(among('not-run'))).toEqual([
    'tls.certificate',
    'tls.versions',
    'tls.hsts',
    'tls.redirect',
    'exposure.ports',
    'storage.expiry',
  ]);
  const found = Object.fromEntries(among('ok').map(({ id, finding }) => [id, finding]));
  expect(found).toMatchObject({
    'limits.password': expect.stringMatching(/^429 after 5 requests; /),
    // The probe's own visit is the first of the 30 leads.
    'limits.gate': expect.stringMatching(/^429 after 29 requests; /),
    'storage.life': 'valid for 60 s',
    'forwarding.address': expect.stringContaining('198.51.100.1'),
  });
  const leads = (await uploader.get('/api/lead-captures?q=self-test')).json() as { name: string }[];
  expect(leads.map(({ name }) => name)).toEqual(Array(30).fill('Portal probe'));
});

const withoutPolicy: ProxyMistakes = {
  change: (_path, { headers: { 'content-security-policy': _, ...headers }, ...answer }) => ({
    ...answer,
    headers,
  }),
};

/** Returns a proxy that caches the first successful response of `/api/preview-texts` for all visitors. */
function cache(): ProxyMistakes {
  const stored = new Map<string, ReturnType<NonNullable<ProxyMistakes['answer']>>>();
  return {
    answer: (path) => stored.get(path),
    change: (path, answer) => {
      if (path === '/api/preview-texts' && answer.status === 200) stored.set(path, answer);
      return answer;
    },
  };
}

const answerTo = (pattern: RegExp, body: string): ProxyMistakes => ({
  answer: (path) =>
    pattern.test(path) ? { status: 200, headers: { 'content-type': 'text/plain' }, body } : undefined,
});

const cases: readonly (readonly [title: string, mistakes: ProxyMistakes, problems: string[]])[] = [
  ['drops a header', withoutPolicy, ['headers.csp', 'headers.frames']],
  ['caches private responses', cache(), ['caching.shared', 'session.logout']],
  [
    'forwards forged headers',
    {
      forward: ({ 'x-forwarded-for': ip, 'x-forwarded-proto': scheme }) => ({
        ...(ip && { 'x-forwarded-for': ip }),
        ...(scheme && { 'x-forwarded-proto': scheme }),
      }),
    },
    ['forwarding.address', 'forwarding.scheme'],
  ],
  [
    'publishes metrics, source maps and files',
    answerTo(/^\/metrics$|\.js\.map$|^\/\.env$/, METRICS),
    ['exposure.metrics', 'exposure.files', 'exposure.source-maps'],
  ],
];

for (const [index, [title, mistakes, problems]] of cases.entries()) {
  test(`detects a proxy that ${title}`, async () => {
    const { code, among } = await probeThrough(`198.51.100.${index + 10}`, mistakes);
    expect(ids(among('problem'))).toEqual(problems);
    expect(code).toBe(1);
  });
}

test('prints a line for each check, and exits with 1 if no portal answers', async () => {
  const { code, stdout } = await probe([portal.url, ...WITHOUT_WAIT, '--skip', 'access']);
  // The probe reports problems, because its requests come from the address of a trusted proxy.
  expect(code).toBe(1);
  expect(stdout).toMatch(/^ {2}ok {7}headers\.csp {16}Pages load .*: the .* \(V3\.4\.3\)$/m);
  expect(stdout).toMatch(/^ {2}PROBLEM {2}forwarding\.address .*\n {38}→ Let the outermost proxy overwrite/m);
  expect(stdout).toMatch(/ok: \d+, warnings: 3, problems: 2, not run: \d+ \(\d+ s\)\n$/);
  const closed = await probe(['http://127.0.0.1:1']);
  expect([closed.code, closed.stderr]).toEqual([
    1,
    'http://127.0.0.1:1 does not respond like a portal: ECONNREFUSED. Check the URL.\n',
  ]);
});
