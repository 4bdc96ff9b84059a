import { once } from 'node:events';
import { Agent, request as plainRequest } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createLogger } from '@secure-preview/service-kit';
import { until } from '@secure-preview/testing';
import { holdCalls, serviceNames, services } from './testing/fakes.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from './testing/running-gateway.js';
import { cookieOf, lead, stranger, viewer } from './testing/visitors.js';

let env: TestEnvironment;
let gateway: RunningGateway;

beforeEach(async () => {
  env = await startTestEnvironment();
});
afterEach(async () => {
  services.failure = undefined;
  await env?.stop();
});

/** Starts a TCP proxy to Redis. `freeze` stops all traffic without closing the connections. */
async function startProxy(redisPort: number) {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(redisPort, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const readyStatus = async (target: RunningGateway) =>
  (await stranger(target).get('/api/health/ready')).status;

describe('readiness', () => {
  it('needs an open port, for those who check it at the internal port', async () => {
    gateway = await env.gateway();
    expect(gateway.checksBeforeOpening).toContain('port');
    expect(Object.keys(gateway.checks())).toEqual(
      gateway.checksBeforeOpening.filter((name) => name !== 'port'),
    );
  });

  it('is awaited by `connect`', async () => {
    await env.serveAll();
    gateway = await env.gateway();
    await gateway.connect(10_000);
    expect(await readyStatus(gateway)).toBe(200);
  });

  it('is awaited by `connect` until the deadline at most', async () => {
    gateway = await env.gateway();
    await gateway.connect(50);
    expect(await readyStatus(gateway)).toBe(503);
  });

  it('begins once Redis and every service have been reached, and does not end when a service fails later', async () => {
    gateway = await env.gateway();
    const [first, ...others] = serviceNames;
    const started = await Promise.all(others.map((name) => env.serve(name)));
    await until(
      async () =>
        Object.values(await gateway.startup.detail()).filter((state) => state === 'ok').length === 3,
    );
    const refused = await stranger(gateway).get('/api/health/ready').expect(503);
    expect(refused.headers['retry-after']).toBe('2');
    await stranger(gateway).get('/api/health/live').expect(200, { status: 'ok' });
    if (first) await env.serve(first);
    await until(async () => (await readyStatus(gateway)) === 200);
    await started[0]?.stop();
    expect(await gateway.startup.detail()).toMatchObject({
      redis: 'ok',
      [String(others[0])]: 'no replica',
    });
    expect(await readyStatus(gateway)).toBe(200);
  });
});

describe('a remote call', () => {
  it('fails with 503 while its service is down, and succeeds once it is back', async () => {
    const [, analytics] = await Promise.all([env.serve('auth'), env.serve('analytics'), env.serve('media')]);
    gateway = await env.readyGateway();
    const agent = await viewer(gateway);
    await analytics.stop();
    const response = await agent.post('/api/access-log').expect(503);
    expect(response.body.code).toBe('SERVICE_UNAVAILABLE');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    await agent.get('/api/active-trailer').expect(200);
    await env.serve('analytics');
    await agent.post('/api/access-log').expect(200);
  });

  it('fails with 504 when it takes too long', async () => {
    await env.serveAll();
    gateway = await env.readyGateway();
    const agent = await viewer(gateway);
    const release = holdCalls();
    const response = await agent.post('/api/access-log').expect(504);
    release();
    expect(response.body.code).toBe('DEADLINE_EXCEEDED');
  });

  it('fails with 500 and without details on an unexpected error', async () => {
    await env.serveAll();
    gateway = await env.readyGateway();
    const agent = await viewer(gateway);
    services.failure = new Error('relation "leads" does not exist');
    const response = await agent.post('/api/access-log').expect(500);
    expect(response.body).toEqual({
      message: 'Something went wrong. Please try again',
      code: 'INTERNAL',
      params: {},
      statusCode: 500,
      requestId: response.headers['x-request-id'],
    });
  });

  it('contains the request id and the session', async () => {
    await env.serveAll();
    gateway = await env.readyGateway();
    const agent = await viewer(gateway);
    await agent.post('/api/access-log').set('x-request-id', 'from-the-proxy').expect(200);
    const { visitor } = services.capturedLeads.at(-1) ?? {};
    expect(services.contexts.at(-1)).toMatchObject({
      requestId: 'from-the-proxy',
      actor: { sessionRef: visitor?.sessionRef },
    });
  });
});

describe('an outage of Redis', () => {
  it('fails only requests that need Redis, with 503, and ends no session', async () => {
    await env.serveAll();
    gateway = await env.readyGateway();
    const agent = await viewer(gateway);
    await env.redis.kill9();
    for (const path of ['/api/auth/status', '/api/active-trailer']) {
      const response = await agent.get(path).expect(503);
      expect([response.body.code, response.headers['retry-after']]).toEqual([
        'SERVICE_UNAVAILABLE',
        expect.any(String),
      ]);
    }
    await stranger(gateway).post('/api/auth/lead-capture').send(lead).expect(503);
    await stranger(gateway).post('/api/access-log').expect(401);
    await stranger(gateway).get('/api/config').expect(200);
    await stranger(gateway).get('/').expect(200);
    expect(await readyStatus(gateway)).toBe(200);
    await env.redis.restart();
    await until(async () => (await agent.post('/api/access-log')).status === 200);
  });

  it('fails requests quickly when a connection stops responding, and ends with a new connection', async () => {
    await env.serveAll();
    const proxy = await startProxy(env.redis.port);
    const url = new URL(env.redis.url);
    url.port = String(proxy.port);
    gateway = await env.readyGateway({ REDIS_URL: url.href, RPC_REDIS_URL: env.redis.url });
    const agent = await viewer(gateway);
    proxy.freeze();
    await agent.get('/api/auth/status').expect(503);
    await until(async () => (await agent.get('/api/auth/status')).body.authenticated === true);
    proxy.stop();
  });
});

describe('shutdown', () => {
  /** Starts a request whose response is held until `release` is called. */
  async function startHeldRequest(agent?: Agent) {
    const cookie = cookieOf(await stranger(gateway).post('/api/auth/lead-capture').send(lead));
    const release = holdCalls();
    const status = new Promise((resolve, reject) => {
      const options = { method: 'POST', agent, headers: { cookie } };
      const request = plainRequest(`${gateway.url}/api/access-log`, options, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      });
      request.on('error', reject).end();
    });
    await until(() => services.heldCalls > 0);
    return { status, release };
  }

  it('waits for requests in progress, but not for keep-alive connections', async () => {
    await env.serveAll();
    gateway = await env.readyGateway();
    const agent = new Agent({ keepAlive: true });
    const { status, release } = await startHeldRequest(agent);
    const closed = gateway.close();
    await until(() =>
      fetch(gateway.url).then(
        () => false,
        () => true,
      ),
    );
    release();
    expect(await status).toBe(200);
    await closed;
    agent.destroy();
  }, 30_000);

  it('closes connections that have sent nothing, while a request is in progress', async () => {
    await env.serveAll();
    gateway = await env.readyGateway();
    const silent = connect(Number(new URL(gateway.url).port), '127.0.0.1').resume();
    await once(silent, 'connect');
    const { status, release } = await startHeldRequest();
    const closed = gateway.close();
    await once(silent, 'close', { signal: AbortSignal.timeout(8000) });
    release();
    expect(await status).toBe(200);
    await closed;
  }, 30_000);
});

describe('the log', () => {
  it('has one line per request, without the query', async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = createLogger({ service: 'gateway', level: 'info', destination });
    await env.serveAll();
    gateway = await env.gateway({}, logger);
    const response = await stranger(gateway).get('/upload?X-Amz-Signature=abc').expect(200);
    const id = String(response.headers['x-request-id']);
    await until(() => lines.some((line) => line.includes(id)));
    const requestLines = lines.filter((line) => line.includes(id));
    expect(requestLines).toHaveLength(1);
    const [line = ''] = requestLines;
    expect(JSON.parse(line)).toMatchObject({ method: 'GET', path: '/upload', status: 200 });
    expect(lines.join('')).not.toContain('Signature');
    const names = [...line.matchAll(/"(\w+)":/g)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
