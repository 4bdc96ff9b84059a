import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { stranger } from '../testing/visitors.js';

let env: TestEnvironment;
let gateway: RunningGateway;

beforeAll(async () => {
  env = await startTestEnvironment();
  gateway = await env.gateway();
});
afterAll(async () => {
  await env?.stop();
});

describe('the web app', () => {
  it('is served with the cache headers for each kind of file', async () => {
    const asset = await stranger(gateway)
      .get('/assets/app-1a2b3c.js')
      .set('accept-encoding', 'br')
      .expect(200);
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      vary: 'Accept-Encoding',
    });
    const plain = await stranger(gateway).get('/assets/app-1a2b3c.js').set('accept-encoding', 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const page = await stranger(gateway).get('/').expect(200);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', etag: expect.any(String) });
    await stranger(gateway).get('/').set('if-none-match', String(page.headers['etag'])).expect(304);
    await stranger(gateway)
      .get('/upload?from=mail')
      .expect(200, /portal/);
    await stranger(gateway).get('/upload/access').expect(200);
    await stranger(gateway).get('/upload/settings').expect(200);
    const id = '7c4bdf6e-3a3c-4f5e-9c1b-4a0a4a5f1c11';
    for (const page of ['/upload/leaks', `/upload/leaks/${id}`])
      await stranger(gateway).get(page).expect(200);
    await stranger(gateway).get(`/upload/leaks/${id}/more`).expect(404);
    await stranger(gateway).head('/').expect(200);
  });

  it('is not sent with status 200 for a path that does not exist', async () => {
    const missing = await stranger(gateway).get('/assets/app-gone.js').expect(404);
    expect(missing.body.code).toBe('NOT_FOUND');
    await stranger(gateway)
      .get('/some/other/page')
      .expect(404, /portal/);
    await stranger(gateway).get('/..%2f..%2fpackage.json').expect(404);
    await stranger(gateway)
      .get('/%ff')
      .expect(404, /portal/);
    await stranger(gateway).post('/upload').expect(405);
    await stranger(gateway).get('/robots.txt').expect(200, 'User-agent: *\nDisallow: /\n');
  });

  it('is sent with the security headers of a page', async () => {
    const { headers } = await stranger(gateway).get('/').set('host', 'portal.local').expect(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self' blob: data: http://portal.local:9000");
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('display-capture=()'),
    });
    expect(headers['x-robots-tag']).toContain('noindex');
    for (const name of ['x-powered-by', 'strict-transport-security', 'cross-origin-embedder-policy'])
      expect(headers[name]).toBeUndefined();
  });
});
