import { isLoopback, localHost, readSettings } from './settings.js';

describe('readSettings', () => {
  it('embeds everything on loopback by default', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: undefined,
      redisUrl: undefined,
    });
    expect(readSettings({}).dataDir).toMatch(/\/\.portal$/);
  });

  it('reads external servers from the environment', () => {
    const settings = readSettings({
      PORT: '8080',
      PORTAL_DATA_DIR: '/srv/portal',
      DATABASE_URL: 'postgres://app@db/portal',
      DATABASE_ADMIN_URL: 'postgres://owner@db/portal',
      REDIS_URL: 'rediss+sentinel://cache1,cache2/portal',
      S3_ENDPOINT: 'https://s3.example',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    });
    expect(settings).toMatchObject({
      port: 8080,
      dataDir: '/srv/portal',
      databaseUrl: 'postgres://app@db/portal',
      redisUrl: 'rediss+sentinel://cache1,cache2/portal',
      s3Endpoint: 'https://s3.example',
    });
  });

  it.each([
    ['127.0.0.1', true, '127.0.0.1'],
    ['localhost', true, 'localhost'],
    ['::1', true, '[::1]'],
    ['0.0.0.0', false, '127.0.0.1'],
    ['::', false, '[::1]'],
    ['192.0.2.7', false, '192.0.2.7'],
  ])('finds the local host for a server on %s', (host, loopback, local) => {
    expect(isLoopback(host)).toBe(loopback);
    expect(localHost(host)).toBe(local);
  });
});
