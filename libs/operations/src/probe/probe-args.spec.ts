import { UsageError } from '../usage-error.js';
import { probeArgs } from './probe-args.js';

it('reads URL and options', () => {
  const args = ['https://preview.example.com', '--skip', 'storage', '--skip', 'tls.hsts', '--insecure'];
  expect(probeArgs(args)).toEqual({
    address: new URL('https://preview.example.com'),
    email: 'portal-probe@example.com',
    skipped: ['storage', 'tls.hsts'],
    limits: false,
    insecure: true,
    json: false,
  });
});

it.each([
  [[], 'Missing URL'],
  [['preview.example.com'], 'Missing URL'],
  [['ftp://preview.example.com'], 'Missing URL'],
  [['https://preview.example.com/upload'], 'Missing URL'],
  [['https://a', 'https://b'], 'Missing URL'],
  [['https://a', '--skip', 'everything'], 'No check or group is named everything.'],
  [['https://a', '--email', 'nobody'], 'nobody is not an e-mail address.'],
  [['https://a', '--link', 'x'], "Unknown option '--link'"],
])('rejects %j', (args, message) => {
  expect(() => probeArgs(args)).toThrow(UsageError);
  expect(() => probeArgs(args)).toThrow(message);
});
