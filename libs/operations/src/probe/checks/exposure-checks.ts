import { expectNone, type Outcome, ok, warning } from '../outcome.js';
import type { PortalClient } from '../portal-client.js';
import type { ProbeCheck } from '../probe-context.js';

/** Paths of health and metrics, which a process serves on a port of its own. */
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
/** Scripts whose source maps are tried. */
const MAX_SCRIPTS = 40;

/** Returns those paths that are served. The page answers every unknown path with 404. */
async function servedAmong(
  client: PortalClient,
  paths: readonly string[],
  method = 'GET',
): Promise<string[]> {
  const answers = await Promise.all(
    paths.map(async (path) => {
      const { status } = await client.ask(path, { method });
      return status < 300 ? [`${method} ${path} answers ${status}`] : [];
    }),
  );
  return answers.flat();
}

/** Returns a check that no path is served. */
function noneServed(
  paths: readonly string[],
  fine: string,
  remedy: string,
  method?: string,
): ProbeCheck['run'] {
  return async ({ client }) => expectNone(await servedAmong(client, paths, method), fine, remedy);
}

/** Returns the scripts and styles of the page, and those that they load later. */
async function webFiles(client: PortalClient): Promise<string[]> {
  const page = await client.ask('/');
  const filesIn = (text: string) =>
    (text.match(/assets\/[\w.-]+\.(?:js|css)/g) ?? []).map((file) => `/${file}`);
  const first = filesIn(page.body);
  const loaded = await Promise.all(first.map(async (path) => filesIn((await client.ask(path)).body)));
  return [...new Set([...first, ...loaded.flat()])].slice(0, MAX_SCRIPTS);
}

async function sourceMaps({ client }: { client: PortalClient }): Promise<Outcome> {
  const files = await webFiles(client);
  if (files.length === 0) return warning('the page names no script', 'Check that / shows the gate.');
  const maps = await servedAmong(
    client,
    files.map((path) => `${path}.map`),
  );
  const named = await Promise.all(
    files.map(async (path) => {
      const { body } = await client.ask(path);
      return /[#@] sourceMappingURL=/.test(body.slice(-500)) ? [`${path} names a source map`] : [];
    }),
  );
  const fine = `${files.length} scripts and styles have none`;
  return expectNone([...maps, ...named.flat()], fine, 'Serve the web app as `npm run build` makes it.');
}

export const exposureChecks: readonly ProbeCheck[] = [
  {
    id: 'exposure.metrics',
    title: 'Metrics and health of processes are internal',
    asvs: ['V13.4.5'],
    run: noneServed(
      INTERNAL,
      'they are not served',
      'Do not route the internal port (9090) of any process through the proxy.',
    ),
  },
  {
    id: 'exposure.files',
    title: 'No files or folders beside the web app',
    asvs: ['V13.4.1', 'V13.4.3'],
    run: noneServed(
      FILES,
      'none is served',
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
    run: noneServed(['/', '/api/config'], 'it is refused', 'Switch TRACE off at the proxy.', 'TRACE'),
  },
  {
    id: 'exposure.versions',
    title: 'Headers name no versions',
    asvs: ['V13.4.6'],
    run: async ({ client }) => {
      const { headers } = await client.ask('/');
      const named = ['server', 'x-powered-by', 'via']
        .map((name) => `${name}: ${headers[name] ?? ''}`)
        .filter((line) => /[a-z/ ]\d+\.\d+/i.test(line) && !line.startsWith('via: 1.1'));
      if (named.length === 0) return ok('none is named');
      return warning(
        named.join('; '),
        'Hide versions at the proxy, such as by `server_tokens off` in nginx.',
      );
    },
  },
];
