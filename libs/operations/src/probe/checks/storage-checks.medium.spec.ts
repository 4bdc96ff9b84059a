import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PortalClient } from '../portal-client.js';
import { runChecks } from '../run-checks.js';
import { preparedContext } from '../testing/fake-context.js';
import { expiryCheck, storageChecks } from './storage-checks.js';

/** Seconds for which the URLs of the fake are valid. */
const VALID_SECONDS = 1;
let server: Server;
let client: PortalClient;
/** Whether the storage checks a request. A leaky storage skips the check. */
let isChecked: (path: string, query: URLSearchParams) => boolean;

const compact = (time: number) => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');
const playlist = '/api/media/renditions/1/playlist.m3u8';

/** Returns whether the fake storage accepts a request. */
function isAccepted(path: string, query: URLSearchParams): boolean {
  if (!isChecked(path, query)) return true;
  const end = Number(query.get('end'));
  const isIntact = query.get('X-Amz-Expires') === String(VALID_SECONDS) && query.get('object') === path;
  return isIntact && Date.now() < end;
}

function location(path: string): string {
  const object = path.replace('/api/media/renditions/1/segments', '/bucket');
  const query = new URLSearchParams({
    'X-Amz-Date': compact(Date.now()),
    'X-Amz-Expires': String(VALID_SECONDS),
    end: String(Date.now() + VALID_SECONDS * 1000),
    object,
  });
  return `${client.base.origin}${object}?${query}`;
}

const answers: Readonly<Record<string, string>> = {
  '/api/active-trailer': JSON.stringify({
    id: '0190b6f2-0000-7000-8000-000000000000',
    title: 'Film',
    posterPath: null,
    description: null,
    filePath: '/api/media/trailers/1/master.m3u8',
    status: 'ready',
    progress: 100,
    captions: [],
  }),
  '/api/media/trailers/1/master.m3u8': `#EXTM3U\n${playlist}\n`,
  [playlist]: '/api/media/renditions/1/segments/a\n/api/media/renditions/1/segments/b\n',
};

beforeAll(async () => {
  server = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://portal');
    const answer = answers[pathname];
    if (pathname === '/api/auth/lead-capture')
      response.writeHead(200, { 'set-cookie': 'sp.sid=s%3Aid.signature' }).end();
    else if (pathname.includes('/segments/')) response.writeHead(302, { location: location(pathname) }).end();
    else if (answer !== undefined) response.end(answer);
    else response.writeHead(isAccepted(pathname, searchParams) ? 200 : 403).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  client = new PortalClient(base, { insecure: false, signal: AbortSignal.timeout(60_000) });
});
afterAll(() => {
  client.close();
  server.close();
});

async function problems(): Promise<string[]> {
  const context = await preparedContext(client);
  const results = await runChecks([...storageChecks, expiryCheck], context, [], () => undefined);
  return results.filter(({ state }) => state !== 'ok').map(({ id }) => id);
}

it('finds no problem in a storage that checks signatures and their expiry', async () => {
  isChecked = () => true;
  expect(await problems()).toEqual([]);
});

it.each<[string, typeof isChecked, string[]]>([
  ['lists its bucket', (path) => path !== '/bucket/', ['storage.listing']],
  [
    'is public',
    (path) => !path.startsWith('/bucket/a'),
    ['storage.unsigned', 'storage.signature', 'storage.expiry'],
  ],
  ['ignores the signed object', (path) => path !== '/bucket/b', ['storage.signature']],
])('reports a storage that %s', async (_title, check, ids) => {
  isChecked = check;
  expect(await problems()).toEqual(ids);
});
