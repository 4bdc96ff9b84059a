import { expectNone, type Outcome, ok, warning } from '../outcome.js';
import type { PortalClient } from '../portal-client.js';
import type { ProbeCheck } from '../probe-context.js';

/** Paths of health and metrics, which a process serves on its internal port. */
const INTERNAL = [
  '/metrics',
  '/health/ready',
  '/health/live',
  '/api/metrics',
  '/server-status',
  '/nginx_status',
];
/** Files and folders that a web server may serve by mistake. */
const FILES = ['/.git/HEAD', '/.env', '/package.json', '/docker-compose.yml', '/.portal/', '/assets/'];
/** Maximum scripts whose source maps are requested. */
const MAX_SCRIPTS = 40;

/** Returns the paths that are served. The page answers every unknown path with 404. */
async function servedAmong(
  client: PortalClient,
  paths: readonly string[],
  method = 'GET',
): Promise<string[]> {
  const answers = await Promise.all(
    paths.map(async (path) => {
      const { status } = await client.request(path, { method });
      return status < 300 ? [`${method} ${path} returned ${status}`] : [];
    }),
  );
  return answers.flat();
}

/** Returns a check that no path is served. */
function noneServed(
  paths: readonly string[],
  okFinding: string,
  remedy: string,
  method?: string,
): ProbeCheck['run'] {
  return async ({ client }) => expectNone(await servedAmong(client, paths, method), okFinding, remedy);
}

/** Returns the scripts and styles of the page, including those loaded later. */
async function webFiles(client: PortalClient): Promise<string[]> {
  const page = await client.request('/');
  const filesIn = (text: string) =>
    (text.match(/assets\/[\w.-]+\.(?:js|css)/g) ?? []).map((file) => `/${file}`);
  const first = filesIn(page.body);
  const loaded = await Promise.all(first.map(async (path) => filesIn((await client.request(path)).body)));
  return [...new Set([...first, ...loaded.flat()])].slice(0, MAX_SCRIPTS);
}

async function sourceMaps({ client }: { client: PortalClient }): Promise<Outcome> {
  const files = await webFiles(client);
  if (files.length === 0) return warning('the page references no script', 'Check that / shows the gate.');
  const maps = await servedAmong(
    client,
    files.map((path) => `${path}.map`),
  );
  const references = await Promise.all(
    files.map(async (path) => {
      const { body } = await client.request(path);
      return /[#@] sourceMappingURL=/.test(body.slice(-500)) ? [`${path} references a source map`] : [];
    }),
  );
  const okFinding = `no source maps of ${files.length} scripts and styles`;
  return expectNone(
    [...maps, ...references.flat()],
    okFinding,
    'Serve the web app exactly as `npm run build` creates it.',
  );
}

export const exposureChecks: readonly ProbeCheck[] = [
  {
    id: 'exposure.metrics',
    title: 'Metrics and health endpoints are internal',
    asvs: ['V13.4.5'],
    run: noneServed(
      INTERNAL,
      'they are not served',
      'Do not route the internal port (9090) of any process through the proxy.',
    ),
  },
  {
    id: 'exposure.files',
    title: 'Only the web app is served',
    asvs: ['V13.4.1', 'V13.4.3'],
    run: noneServed(
      FILES,
      'no other file is served',
      'Let the proxy pass every path to the gateway, and serve no folder itself.',
    ),
  },
  {
    id: 'exposure.source-maps',
    title: 'Source maps are not published',
    asvs: ['V13.4.7', 'V15.2.3'],
    run: sourceMaps,
  },
  {
    id: 'exposure.trace',
    title: 'TRACE is not supported',
    asvs: ['V13.4.4'],
    run: noneServed(['/', '/api/config'], 'it is rejected', 'Switch TRACE off at the proxy.', 'TRACE'),
  },
  {
    id: 'exposure.versions',
    title: 'Headers reveal no versions',
    asvs: ['V13.4.6'],
    run: async ({ client }) => {
      const { headers } = await client.request('/');
      const named = ['server', 'x-powered-by', 'via']
        .map((name) => `${name}: ${headers[name] ?? ''}`)
        .filter((line) => /[a-z/ ]\d+\.\d+/i.test(line) && !line.startsWith('via: 1.1'));
      if (named.length === 0) return ok('no version found');
      return warning(
        named.join('; '),
        'Hide versions at the proxy, such as with `server_tokens off` in nginx.',
      );
    },
  },
];
