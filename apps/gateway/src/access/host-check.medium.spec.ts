import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createLogger } from '@secure-preview/service-kit';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';

let env: TestEnvironment;
let gateway: RunningGateway;
const lines: string[] = [];

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ service: 'gateway-test', level: 'warn', destination });
  gateway = await env.gateway({ TRUST_PROXY: ['127.0.0.0/8'], ALLOWED_HOSTS: ['portal.example'] }, logger);
});
afterAll(async () => {
  await env?.stop();
});

/** Sends a raw request head and returns the parsed response. */
async function sendHead(...head: string[]): Promise<{ status: number; headers: string; body: string }> {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write([...head, 'Connection: close', '', ''].join('\r\n'));
  const response = await text(socket);
  const [headers = '', body = ''] = response.split('\r\n\r\n');
  return { status: Number(headers.split(' ')[1]), headers, body };
}
const statusOf = async (...head: string[]) => (await sendHead(...head)).status;

describe('the host check', () => {
  it.each(['/', '/upload', '/assets/app-1a2b3c.js', '/api/config', '/api/auth/status', '/api/nothing'])(
    'answers 421 on %s for a host name that an attacker can point at the portal',
    async (path) => {
      expect(await statusOf(`GET ${path} HTTP/1.1`, 'Host: evil.example')).toBe(421);
      expect(await statusOf(`POST ${path} HTTP/1.1`, 'Host: evil.example', 'Content-Length: 0')).toBe(421);
    },
  );

  it('sends the standard error body and forbids caching', async () => {
    const { headers, body } = await sendHead('GET / HTTP/1.1', 'Host: evil.example');
    expect(JSON.parse(body)).toEqual({
      message: expect.stringContaining('not set up for this address'),
      code: 'MISDIRECTED_REQUEST',
      params: {},
      statusCode: 421,
      requestId: expect.any(String),
    });
    expect(headers).toMatch(/Cache-Control: no-store/i);
  });

  it('sends a page without scripts to a browser that expects HTML', async () => {
    const host = 'Host: evil.example';
    const accept = 'Accept: text/html,application/xhtml+xml,*/*;q=0.8';
    for (const path of ['/', '/upload', '/apiary']) {
      const { status, headers, body } = await sendHead(`GET ${path} HTTP/1.1`, host, accept);
      expect(status).toBe(421);
      expect(headers).toMatch(/Content-Type: text\/html; charset=utf-8/i);
      expect(headers).toMatch(/Cache-Control: no-store/i);
      expect(headers).toMatch(/Content-Security-Policy: default-src 'self'/i);
      expect(headers).toMatch(/X-Frame-Options: DENY/i);
      expect(body).toContain('check the address you were given');
      expect(body).toMatch(/PUBLIC_ORIGIN.*ALLOWED_HOSTS/);
      expect(body).not.toMatch(/<script|<style|evil/);
    }
    for (const path of ['/api', '/api/config']) {
      const { body } = await sendHead(`GET ${path} HTTP/1.1`, host, accept);
      expect(JSON.parse(body)).toMatchObject({ code: 'MISDIRECTED_REQUEST' });
    }
  });

  it('logs each of the first 20 rejected hosts once, truncated, with the settings to change', async () => {
    const hint = 'ALLOWED_HOSTS';
    const hosts = () => lines.filter((line) => line.includes(hint)).map((line) => JSON.parse(line).host);
    for (const host of ['evil.example', 'Preview.example', 'evil.example', 'preview.example']) {
      await sendHead('GET / HTTP/1.1', `Host: ${host}`);
    }
    expect(hosts()).toEqual(['evil.example', 'preview.example']);
    await sendHead('GET / HTTP/1.1', `Host: ${'x'.repeat(300)}.example`);
    expect(hosts().at(-1)).toBe('x'.repeat(200));
    await sendHead('GET / HTTP/1.1', 'Host: \u009b31mred.example');
    expect(hosts().at(-1)).toBe('??31mred.example');
    for (let n = 0; n < 30; n += 1) await sendHead('GET / HTTP/1.1', `Host: scan${n}.example`);
    expect(hosts()).toHaveLength(20);
  });

  it.each([
    ['HTTP/1.1', 'Host: localhost:3000'],
    ['HTTP/1.1', 'Host: 127.0.0.1'],
    ['HTTP/1.1', 'Host: [::1]:3000'],
    ['HTTP/1.1', 'Host: Portal.Example.:443'],
    ['HTTP/1.0', 'Host: gateway'],
  ])('accepts an %s request with %s', async (version, host) => {
    expect(await statusOf(`GET /api/config ${version}`, host)).toBe(200);
  });

  it('rejects a request without a Host', async () => {
    expect(await statusOf('GET /api/config HTTP/1.0')).toBe(421);
    expect(await statusOf('GET /api/config HTTP/1.1', 'Host:')).toBe(421);
  });

  it('requires both Host and the authority of an absolute target to name the portal', async () => {
    const target = (authority: string, host: string) =>
      statusOf(`GET http://${authority}/api/config HTTP/1.1`, `Host: ${host}`);
    expect(await target('localhost', 'localhost')).toBe(200);
    expect(await target('evil.example', 'localhost')).toBe(421);
    expect(await target('localhost', 'evil.example')).toBe(421);
    expect(await target('localhost@evil.example', 'localhost')).toBe(421);
  });

  it('requires both Host and the X-Forwarded-Host of a trusted proxy to name the portal', async () => {
    const forwarded = (host: string, name: string) =>
      statusOf('GET /api/config HTTP/1.1', `Host: ${host}`, `X-Forwarded-Host: ${name}`);
    expect(await forwarded('gateway', 'portal.example')).toBe(200);
    expect(await forwarded('gateway', 'evil.example')).toBe(421);
    expect(await forwarded('evil.example', 'localhost')).toBe(421);
  });

  it('exempts health checks', async () => {
    expect(await statusOf('GET /api/health/live HTTP/1.0')).toBe(200);
    expect(await statusOf('HEAD /api/health/live HTTP/1.1', 'Host: evil.example')).toBe(200);
    expect([200, 503]).toContain(await statusOf('GET /api/health/ready HTTP/1.1', 'Host: evil.example'));
  });
});
