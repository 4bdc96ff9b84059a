import { hostCheck } from './host-check.js';

const settings = { PUBLIC_ORIGIN: undefined, ALLOWED_HOSTS: undefined };

describe('hostCheck', () => {
  it.each([
    'localhost',
    'LOCALHOST:3000',
    'localhost.',
    'portal.localhost:3000',
    '127.0.0.1:3000',
    '192.0.2.7',
    '[::1]:3000',
    '[2001:db8::7]',
    '[::ffff:192.0.2.7]:3000',
    'gateway:3000',
    'Portal_1',
    'portal.local.:80',
    'cinema.portal.local',
  ])('accepts %s without any setting', (host) => {
    expect(hostCheck(settings)(host)).toBe(true);
  });

  it.each([
    undefined,
    '',
    '.',
    ':3000',
    'evil.example',
    'evil.example.:3000',
    'localhost.evil.example',
    'evil.localhost.example',
    '127.0.0.1.evil.example',
    'local.evil',
    'xlocal.evil',
    '.local',
    'portal..local',
    'localhost..',
    '127.1',
    '256.0.0.1',
    '::1',
    '[::1',
    '[::1].evil.example',
    '[localhost]',
    '[fe80::1%25eth0]',
    'localhost:80:80',
    'localhost:x',
    'localhost@evil.example',
    'evil.example/localhost',
    'localhost, evil.example',
    'localhost evil',
    'evil"host',
  ])('rejects %j', (host) => {
    expect(hostCheck(settings)(host)).toBe(false);
  });

  it('accepts configured names in any case, with any port or a trailing dot, and rejects other public names', () => {
    const isAllowed = hostCheck({
      PUBLIC_ORIGIN: 'https://Preview.example:8443',
      ALLOWED_HOSTS: ['Other.example', 'dotted.example.'],
    });
    const configured = [
      'preview.example',
      'PREVIEW.example.:1',
      'other.example:3000',
      'dotted.example',
      '[::1]',
    ];
    expect(configured.map(isAllowed)).toEqual(configured.map(() => true));
    const notConfigured = ['www.preview.example', 'example', 'preview.example.evil', 'xother.example'];
    expect(notConfigured.map(isAllowed)).toEqual([false, true, false, false]);
  });
});
