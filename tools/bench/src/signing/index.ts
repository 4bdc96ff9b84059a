import { createHook } from 'node:async_hooks';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { median, report } from '../report.js';

const ROUNDS = 5;
const PER_ROUND = 4_000;
/** Number of URLs signed with async hooks, which are slow. */
const HOOKED_CALLS = 1_000;

const built = join(import.meta.dirname, '../../../../apps/media-service/dist/storage/s3/url-signer.js');
/** Settings with an endpoint without a server: a signature that contacted the store would fail. */
const settings = {
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'portal',
  S3_ACCESS_KEY_ID: 'portal',
  S3_SECRET_ACCESS_KEY: randomBytes(32).toString('hex'),
};

/** The part of media-service's signer that the benchmark uses. */
interface Signer {
  get(key: string, browser: object, seconds: number, contentType: string): Promise<string>;
}

async function loadSigner(): Promise<Signer> {
  if (!existsSync(built)) throw new Error('media-service is not built (npm run build)');
  const { UrlSigner } = (await import(pathToFileURL(built).href)) as {
    UrlSigner: new (environment: object) => Signer;
  };
  return new UrlSigner(settings);
}

const randomKey = () => randomBytes(20).toString('hex');
const browser = { protocol: 'http', hostname: '127.0.0.1' };

/** Computes the minimum of a version 4 signature: the key derivation, a hash of the request, a final HMAC. */
function hmacChain(key: string): string {
  const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text).digest();
  const day = hmac(`AWS4${settings.S3_SECRET_ACCESS_KEY}`, '20261121');
  const signing = hmac(hmac(hmac(day, settings.S3_REGION), 's3'), 'aws4_request');
  return hmac(signing, createHash('sha256').update(key).digest('hex')).toString('hex');
}

/** Returns the microseconds of CPU for one call, averaged over a round. */
async function cpuOf(work: (key: string) => unknown): Promise<number> {
  const keys = Array.from({ length: PER_ROUND }, randomKey);
  const before = process.cpuUsage();
  for (const key of keys) await work(key);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / PER_ROUND;
}

/** Returns the number of connections, look-ups and packets started during signing. */
async function networkCalls(signer: Signer): Promise<number> {
  let calls = 0;
  const network = /^(TCP|UDP|PIPE|TLS|HTTP|GETADDRINFO|GETNAMEINFO|QUERY)/;
  const hook = createHook({
    init: (_id, type) => {
      if (network.test(type)) calls += 1;
    },
  }).enable();
  for (let index = 0; index < HOOKED_CALLS; index += 1)
    await signer.get(randomKey(), browser, 60, 'video/iso.segment');
  hook.disable();
  return calls;
}

/** Measures the cost of one presigned URL in media-service, against the cost of its HMAC chain. */
export async function run(): Promise<void> {
  const signer = await loadSigner();
  const sign = (key: string) => signer.get(key, browser, 60, 'video/iso.segment');
  const url = new URL(await sign(randomKey()));
  if (url.searchParams.get('X-Amz-Expires') !== '60') throw new Error('the URL was not signed for 60 s');
  // Warms up the compiler.
  await cpuOf(sign);
  await cpuOf(hmacChain);
  const signed: number[] = [];
  const chained: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    signed.push(await cpuOf(sign));
    chained.push(await cpuOf(hmacChain));
  }
  const calls = await networkCalls(signer);
  await report('signing', [
    {
      name: `CPU time per presigned URL (${ROUNDS * PER_ROUND} URLs), compared with its HMAC-SHA256 chain alone`,
      value: median(signed),
      unit: 'µs',
      baseline: median(chained),
      ratio: median(signed) / median(chained),
    },
    {
      name: `network calls while ${HOOKED_CALLS} URLs are signed, for a store that does not listen`,
      value: calls,
      unit: 'calls',
      goal: '0',
      met: calls === 0,
    },
    { name: 'load average of one minute', value: loadavg()[0] ?? 0, unit: 'load' },
  ]);
}
