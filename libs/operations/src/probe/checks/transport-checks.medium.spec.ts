import { once } from 'node:events';
import { createServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { PortalClient } from '../portal-client.js';
import type { ProbeContext } from '../probe-context.js';
import { runChecks } from '../run-checks.js';
import { selfSigned } from '../testing/self-signed.js';
import { openPorts } from './port-checks.js';
import { transportChecks } from './transport-checks.js';

/** Runs the checks against a server with a self-signed certificate. */
async function examine(hsts: string, options: ServerOptions = {}) {
  const server = createServer({ ...selfSigned, ...options }, (_request, response) => {
    response.setHeader('Strict-Transport-Security', hsts).end('here');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const client = new PortalClient(base, { insecure: true, signal: AbortSignal.timeout(60_000) });
  try {
    const context = { client } as unknown as ProbeContext;
    const results = await runChecks(transportChecks, context, [], () => undefined);
    return Object.fromEntries(results.map(({ id, state, finding }) => [id, [state, finding]]));
  } finally {
    client.close();
    server.closeAllConnections();
    server.close();
  }
}

it('reports an untrusted certificate and accepts all other settings', async () => {
  expect(await examine('max-age=63072000; includeSubDomains')).toEqual({
    'tls.used': ['ok', 'HTTPS'],
    'tls.certificate': ['problem', expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT')],
    'tls.versions': ['ok', 'TLS 1.3; 1.1 and older are rejected'],
    'tls.hsts': ['ok', 'max-age=63072000; includeSubDomains'],
    'tls.redirect': ['not-run', expect.stringContaining('port 443')],
  });
});

it('reports old TLS versions and a weak HSTS header', async () => {
  const oldTls: ServerOptions = { minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' };
  const findings = await examine('max-age=300', oldTls);
  expect(findings['tls.versions']).toEqual(['problem', 'TLS 1.1 or older is accepted']);
  expect(findings['tls.hsts']).toEqual(['problem', 'max-age is 300 s']);
  expect((await examine('max-age=31536000'))['tls.hsts']?.[0]).toBe('warning');
});

it('rejects an untrusted certificate by default', async () => {
  const server = createServer({ ...selfSigned }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const client = new PortalClient(base, { insecure: false, signal: AbortSignal.timeout(60_000) });
  await expect(client.request('/')).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  client.close();
  server.close();
});

it('finds the open ports in a list', async () => {
  const listener = createTcpServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  expect(await openPorts('127.0.0.1', [1, port])).toEqual([port]);
  listener.close();
});
