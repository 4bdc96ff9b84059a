import { contentSecurityPolicy, storageOrigin } from './security-headers.js';

describe('storageOrigin', () => {
  it.each([
    [{ S3_PUBLIC_ENDPOINT: 'https://media.example/bucket/' }, 'portal.example', 'https://media.example'],
    [{ S3_PUBLIC_PORT: 8333 }, 'portal.example', 'http://portal.example:8333'],
    [{ S3_PUBLIC_PORT: 8333 }, '[::1]', 'http://[::1]:8333'],
    [{ S3_ENDPOINT: 'http://store:9000' }, '192.0.2.7', 'http://192.0.2.7:9000'],
    [{ S3_ENDPOINT: 'http://store:9000', S3_PUBLIC_PORT: 1 }, 'portal.example', 'http://portal.example:1'],
    [{}, 'portal.example', undefined],
    [{ S3_PUBLIC_PORT: 8333 }, "x; script-src 'unsafe-inline'", undefined],
  ])('resolves %j on the host %s to %s', (settings, hostname, origin) => {
    const unset = { S3_ENDPOINT: undefined, S3_PUBLIC_ENDPOINT: undefined, S3_PUBLIC_PORT: undefined };
    expect(storageOrigin(hostname, { ...unset, ...settings })).toBe(origin);
  });
});

describe('contentSecurityPolicy', () => {
  const policy = new Map(
    contentSecurityPolicy('http://store.example:9000')
      .split('; ')
      .map((directive) => {
        const [name = '', ...values] = directive.split(' ');
        return [name, values] as const;
      }),
  );

  it('allows scripts and styles from this origin only, and none inline', () => {
    expect(policy.get('script-src')).toEqual(["'self'"]);
    expect(policy.get('style-src')).toEqual(["'self'"]);
    expect(policy.get('default-src')).toEqual(["'self'"]);
    for (const name of ['object-src', 'base-uri', 'frame-ancestors'])
      expect(policy.get(name)).toEqual(["'none'"]);
  });

  it.each(['img-src', 'media-src', 'connect-src'])('allows object storage in %s', (name) => {
    expect(policy.get(name)).toContain('http://store.example:9000');
  });

  it('omits storage if its origin is unknown', () => {
    expect(contentSecurityPolicy(undefined)).toContain("connect-src 'self' blob: data:;");
  });
});
