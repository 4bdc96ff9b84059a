import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { send } from './testing/http-client.js';
import { presignGet, presignPut } from './testing/presign.js';
import { openTarget, type Target } from './testing/target.js';

/** Largest video that the portal accepts, in bytes. */
const SIZE = 524_288_000;
const CHUNK = randomBytes(1_000_000);
/** Allowed growth of the memory in bytes: buffers of both directions, and garbage that is not yet collected. */
const MAX_GROWTH = 96 * 1024 * 1024;

let target: Target;
beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target.close());

async function* generated(): AsyncGenerator<Buffer> {
  for (let left = SIZE; left > 0; left -= CHUNK.length)
    yield left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
}

it('stores and returns 500 MB in constant memory', async () => {
  const key = `${target.prefix}large`;
  await send(await presignPut(target, `${key}-first`), { method: 'PUT', body: CHUNK });
  await send(await presignGet(target, `${key}-first`));
  const before = await target.own?.store.peakMemory();

  const headers = { 'content-length': String(SIZE) };
  const put = await send(await presignPut(target, key), { method: 'PUT', headers, body: generated() });
  expect(put.status).toBe(200);

  const [response] = await once(get(await presignGet(target, key)), 'response');
  expect(response.headers['content-length']).toBe(String(SIZE));
  const md5 = createHash('md5');
  for await (const chunk of response) md5.update(chunk);
  expect(put.headers.etag).toBe(`"${md5.digest('hex')}"`);

  const after = await target.own?.store.peakMemory();
  if (before !== undefined && after !== undefined) expect(after - before).toBeLessThan(MAX_GROWTH);
});
