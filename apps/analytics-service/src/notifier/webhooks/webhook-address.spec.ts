import { parseWebhookUrl, resolveWebhookHost } from './webhook-address.js';

const to =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const url = new URL('https://hooks.example/portal');

it('requires https', () => {
  expect(parseWebhookUrl('https://hooks.example/portal').href).toBe(url.href);
  for (const text of [
    'http://hooks.example',
    'http://10.0.0.1/portal',
    'file:///etc/passwd',
    'https://a:b@hooks.example',
    'portal',
    '',
  ])
    expect(() => parseWebhookUrl(text)).toThrow('must begin with https://');
});

it('pins the connection to the first address', async () => {
  const found = await resolveWebhookHost(url, false, to('93.184.216.34', '93.184.216.35'));
  expect(found).toEqual({ address: '93.184.216.34', family: 4 });
});

it('rejects a name if any of its addresses is private', async () => {
  const mixed = to('93.184.216.34', '::ffff:10.0.0.1');
  await expect(resolveWebhookHost(url, false, mixed)).rejects.toMatchObject({ reason: 'PRIVATE_NETWORK' });
  expect(await resolveWebhookHost(url, true, to('10.0.0.1'))).toEqual({ address: '10.0.0.1', family: 4 });
});

it.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://2130706433/',
  'https://0x7f.1/',
])('rejects a private address in the URL: %s', async (text) => {
  const never = () => Promise.reject(new Error('not asked'));
  await expect(resolveWebhookHost(new URL(text), false, never)).rejects.toMatchObject({
    reason: 'PRIVATE_NETWORK',
  });
});
