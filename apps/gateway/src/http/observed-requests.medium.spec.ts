import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { routes } from '@secure-preview/contracts';
import { createLogger, metricsText, parseTraceparent } from '@secure-preview/service-kit';
import { samplesOf, sumOf, until } from '@secure-preview/testing';
import { holdCalls, services, trailer } from '../testing/fakes.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { lead, stranger, uploader, viewer } from '../testing/visitors.js';

interface Line {
  requestId?: string;
  [name: string]: unknown;
}
const lines: Line[] = [];
const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
const logger = createLogger({ service: 'gateway', level: 'info', destination });

let env: TestEnvironment;
let gateway: RunningGateway;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  gateway = await env.gateway({}, logger);
  await until(() => gateway.startup.isReady(), { what: 'the gateway' });
});
afterAll(() => env?.stop());

/** Number that pino logs for an error. */
const LEVEL_ERROR = 50;
const REQUESTS = 'portal_http_request_duration_seconds_count';
const requestCount = async (labels: Record<string, string>) =>
  sumOf(await metricsText(), REQUESTS, labels) ?? 0;
/** Waits until one more request is counted. This can happen after the client has received the response. */
const waitForNext = (before: number, labels: Record<string, string>) =>
  until(async () => (await requestCount(labels)) === before + 1, { what: JSON.stringify(labels) });

describe('metrics of requests', () => {
  it('are labelled by method, route template and status', async () => {
    const agent = await viewer(gateway);
    const labels = { method: 'PATCH', route: '/api/viewing-session/:id', status_code: '200' };
    const before = await requestCount(labels);
    const update = { duration: '0:01', completed: 'false' };
    await agent.patch(`/api/viewing-session/${randomUUID()}`).send(update).expect(200);
    await waitForNext(before, labels);
    const refused = { method: 'GET', route: '/api/trailers', status_code: '403' };
    const refusedBefore = await requestCount(refused);
    await agent.get('/api/trailers').expect(403);
    await waitForNext(refusedBefore, refused);
    expect(sumOf(await metricsText(), 'portal_http_requests_in_flight')).toBe(0);
  });

  it('have a limited number of series, and contain no personal data', async () => {
    const agent = stranger(gateway);
    const paths = [
      '/api/nothing',
      '/api/nothing/grace@example.org',
      '/grace@example.org',
      '/api/trailers/x/y/z',
    ];
    const unknown = await requestCount({ route: 'unknown' });
    for (const path of [...paths, `/api/media/posters/${randomUUID()}`]) await agent.get(path);
    await agent.post('/api/auth/lead-capture').send(lead).expect(200);
    await agent.trace('/api/auth/status').expect(405);
    await until(async () => (await requestCount({ route: 'unknown' })) === unknown + 3, {
      what: 'unknown routes',
    });
    await until(async () => (await requestCount({ method: 'other' })) === 1, { what: 'the unknown method' });
    const text = await metricsText();
    const routes = samplesOf(text).flatMap(({ labels: { route } }) => (route === undefined ? [] : [route]));
    for (const route of routes) expect(route).toMatch(/^(unknown|web|\/api\/[a-z:/-]+[A-Za-z]*)$/);
    expect(text).not.toMatch(/ada@|grace@|Ada|[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  /** Disconnects while the fakes hold the remote call of a request, then releases the call. */
  async function disconnect(method: string, path: string, labels: Record<string, string>): Promise<void> {
    const { headers } = await stranger(gateway).post('/api/auth/lead-capture').send(lead);
    const cookie = ([headers['set-cookie']].flat() as string[]).map((line) => line.split(';')[0]).join('; ');
    const before = await requestCount(labels);
    const release = holdCalls();
    const pending = httpRequest(`${gateway.url}${path}`, { method, headers: { cookie } }).end();
    pending.on('error', () => undefined);
    await until(() => services.heldCalls === 1, { what: 'the call' });
    pending.destroy();
    await waitForNext(before, labels);
    release();
  }

  it('count clients that disconnect before the response', async () => {
    await disconnect('POST', '/api/access-log', { route: '/api/access-log', status_code: '499' });
    expect(lines.find(({ aborted }) => aborted)).toMatchObject({ path: '/api/access-log', ip: '127.0.0.1' });
    expect(sumOf(await metricsText(), 'portal_http_requests_aborted_total')).toBe(1);
  });

  it('count a client that leaves while its playlist is read, which is no error', async () => {
    const { path } = routes.playback.mediaPlaylist;
    const pieces = services.requesters.length;
    services.mayWatchPlaylists = true;
    await disconnect('GET', path.replace(/:\w+/, randomUUID()), { route: path, status_code: '499' });
    await until(() => services.requesters.length === pieces + 2, { what: 'both pieces of the playlist' });
    // The service answers in order: the handler of the playlist has ended before this request is answered.
    await (await viewer(gateway)).get(`/api/media/keys/${randomUUID()}`).expect(200);
    services.mayWatchPlaylists = false;
    expect(lines.filter(({ level }) => level === LEVEL_ERROR)).toEqual([]);
  });

  it('include remote calls, their queues and connections', async () => {
    const text = await metricsText();
    for (const rpc_service of ['auth', 'analytics', 'media']) {
      expect(sumOf(text, 'portal_rpc_queue_length', { rpc_service })).toBe(0);
      expect(sumOf(text, 'portal_rpc_queue_limit', { rpc_service })).toBe(1000);
      expect(sumOf(text, 'portal_rpc_service_replicas', { rpc_service })).toBe(1);
    }
    const capture = { rpc_service: 'analytics', method: 'analytics.leads.capture', outcome: 'ok' };
    expect(sumOf(text, 'portal_rpc_client_call_duration_seconds_count', capture)).toBeGreaterThan(0);
    expect(sumOf(text, 'portal_redis_connection_up', { connection: 'gateway' })).toBe(1);
    expect(sumOf(text, 'portal_redis_connection_up', { connection: 'rpc-client-commands' })).toBe(1);
    expect(sumOf(text, 'portal_deliveries_waiting')).toBe(0);
  });

  it.each(['/metrics', '/metrics/', '/metrics?x=1', '/%6detrics', '/health/ready'])(
    'are not public, and %s gets the 404 page',
    async (path) => {
      const response = await stranger(gateway).get(path).expect(404);
      const missing = await stranger(gateway).get('/no/such/page').expect(404);
      expect(response.text).toBe(missing.text);
      expect(response.text).toContain('<!doctype html>');
    },
  );

  it('are not part of the API', async () => {
    await stranger(gateway).get('/api/metrics').expect(404);
    await (await uploader(gateway)).get('/api/metrics').expect(404);
  });
});

describe('the log line of a request', () => {
  const lineOf = (requestId: string) =>
    until(() => lines.find((line) => line.requestId === requestId && line['route']), { what: 'the line' });

  it('contains the ids of its remote calls, and the session that the request creates', async () => {
    const agent = stranger(gateway);
    const entered = await agent.post('/api/auth/lead-capture').send(lead).expect(200);
    const leadLine = await lineOf(String(entered.headers['x-request-id']));
    const { sessionRef } = services.capturedLeads.at(-1)?.visitor ?? {};
    expect(leadLine).toMatchObject({ sessionRef, leadId: services.leadIds.at(-1) });

    const response = await agent.post('/api/access-log').expect(200);
    const line = await lineOf(String(response.headers['x-request-id']));
    const context = services.contexts.at(-1);
    expect(line).toMatchObject({
      requestId: context?.requestId,
      traceId: parseTraceparent(context?.traceparent)?.traceId,
      sessionRef: context?.actor?.sessionRef,
      leadId: context?.actor?.leadId,
    });
    expect(line['sessionRef']).toBe(sessionRef);
    expect(line['traceId']).toMatch(/^[0-9a-f]{32}$/);
    expect(JSON.stringify(lines)).not.toMatch(/ada@example|Lovelace|sp\.sid/);
  });

  it('continues the trace of a trusted proxy only', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
    const outside = await stranger(gateway).get('/').set({ traceparent });
    const behindProxy = await env.gateway({ TRUST_PROXY: ['127.0.0.0/8'] }, logger);
    const proxied = await stranger(behindProxy).get('/').set({ traceparent });
    const find = (response: { headers: Record<string, string> }) =>
      until(() => lines.find(({ requestId }) => requestId === response.headers['x-request-id']));
    expect((await find(outside))['traceId']).not.toBe(traceId);
    expect((await find(proxied))['traceId']).toBe(traceId);
  });

  it.each(['::ffff:198.51.100.7', '198.51.100.7:4711'])(
    'contains the IP address %s in the same form as leads and deliveries',
    async (forwarded) => {
      const behindProxy = await env.gateway({ TRUST_PROXY: ['127.0.0.0/8'] }, logger);
      const { headers } = await stranger(behindProxy).get('/api/config').set('x-forwarded-for', forwarded);
      expect((await lineOf(String(headers['x-request-id'])))['ip']).toBe('198.51.100.7');
    },
  );

  it('is truncated and rate-limited during a flood of unknown paths', async () => {
    const output: string[] = [];
    const destination = { write: (line: string) => void output.push(line) };
    const floodedGateway = await env.gateway(
      {},
      createLogger({ service: 'gateway', level: 'info', destination }),
    );
    const prefixes = ['/api/', '/', '/api/media/keys/', '/api/auth/status/'];
    for (let n = 0; n < 50; n += 1)
      await Promise.all(prefixes.map((prefix) => stranger(floodedGateway).get(prefix + 'A'.repeat(15_000))));
    await floodedGateway.close();
    const reported = output.map((line) => JSON.parse(line));
    for (const { path } of reported) expect(String(path ?? '').length).toBeLessThanOrEqual(200);
    expect(reported.filter(({ route, path }) => path !== undefined && route === undefined)).toHaveLength(60);
    expect(reported.find(({ counted }) => counted)).toMatchObject({
      counted: 90,
      sample: expect.any(String),
    });
    expect(Buffer.byteLength(output.join(''))).toBeLessThan(100_000);
  });

  it('is omitted for a delivered segment, and written for a rejected request', async () => {
    const agent = await viewer(gateway);
    const path = `/api/media/renditions/${randomUUID()}/segments/1`;
    const sent = [await agent.get(path).expect(302), await agent.get(`${path}/urls`).expect(200)];
    const refused = await stranger(gateway).get(path).expect(401);
    await lineOf(String(refused.headers['x-request-id']));
    for (const { headers } of sent)
      expect(lines.filter(({ requestId }) => requestId === headers['x-request-id'])).toEqual([]);
  });

  it('never contains a presigned URL', async () => {
    const agent = await viewer(gateway);
    const path = `/api/media/posters/${trailer.id}`;
    const response = await agent.get(`${path}?X-Amz-Signature=abc`).expect(302);
    expect(response.headers['location']).toContain('X-Amz-Signature');
    await lineOf(String(response.headers['x-request-id']));
    expect(JSON.stringify(lines)).not.toContain('Signature');
  });
});
