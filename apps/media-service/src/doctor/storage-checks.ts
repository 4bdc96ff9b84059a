import { randomBytes } from 'node:crypto';
import type { BrowserAddress } from '@secure-preview/contracts';
import { type Check, type Diagnosis, ok, problem, warning } from '@secure-preview/service-kit/doctor';
import type { ObjectStore } from '../storage/object-store.js';
import { type PublicEndpointSettings, publicEndpoint } from '../storage/public-endpoint.js';
import { storeStatus } from '../storage/s3/s3-errors.js';

/** Validity of the presigned URLs of the check, in seconds. */
const SIGNATURE_SECONDS = 60;
const PROBE_BYTES = 64;
const CHECK_LOG = 'Check the log of the object storage, and whether its disk is full.';

/** Returns a recognisable key, which cannot be a key of the portal. */
const probeKey = () => `portal-doctor-${randomBytes(8).toString('hex')}`;

function describeError(error: unknown): string {
  const cause = (error as Error).cause ?? error;
  const { message, name, code } = cause as Error & { code?: string };
  return [code, name === 'Error' ? '' : name, message].filter(Boolean).join(' ');
}

/** Returns the remedy for an error of the store, or for a missing response. */
function remedyFor(reason: string): string {
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|TimeoutError|ETIMEDOUT/.test(reason)) {
    return 'Start the object storage, or correct S3_ENDPOINT.';
  }
  if (/InvalidAccessKeyId/.test(reason)) return 'Correct S3_ACCESS_KEY_ID.';
  if (/SignatureDoesNotMatch/.test(reason)) return 'Correct S3_SECRET_ACCESS_KEY (or S3_REGION).';
  // A HEAD response has no body, so Amazon rejects a request for another region without an error code.
  if (
    /AuthorizationQueryParametersError|AuthorizationHeaderMalformed|PermanentRedirect|UnknownError/.test(
      reason,
    )
  )
    return 'Correct S3_REGION, or check the log of the object storage.';
  if (/RequestTimeTooSkewed/.test(reason)) return 'Synchronise the clocks of both machines by NTP.';
  if (/AccessDenied|Forbidden/.test(reason))
    return 'Allow this key pair to write, read, list and delete objects in the bucket.';
  if (/QuotaExceeded|ENOSPC|InsufficientStorage/.test(reason)) return 'Free space in the object storage.';
  return CHECK_LOG;
}

/**
 * Checks that an object can be written, read and deleted. Never creates the bucket, because that would hide a wrong
 * bucket name.
 *
 * @param sampleKeys returns keys of objects that must be in the bucket
 */
export function objectStoreCheck(
  store: ObjectStore,
  bucket: string,
  sampleKeys: () => Promise<readonly string[]>,
): Check {
  return {
    name: 'object storage',
    run: async () => {
      const key = probeKey();
      const body = randomBytes(PROBE_BYTES);
      let step = 'found';
      try {
        // Another check reports problems of the database.
        const sample = await sampleKeys().catch(() => []);
        if (!(await hasBucket(store))) return missingBucket(bucket, sample.length > 0);
        step = 'written to';
        await store.putBytes(key, body, 'application/octet-stream');
        step = 'read from';
        const facts = await store.facts(key);
        const read = facts && Buffer.from(await store.readStart(key, facts.etag, PROBE_BYTES));
        if (!read?.equals(body))
          return problem('the storage returned different content from what was stored', CHECK_LOG);
        step = 'deleted from';
        await store.delete(key);
        if (await store.facts(key)) return problem('a deleted object still exists', CHECK_LOG);
        if (sample.length > 0 && !(await hasAny(store, sample))) return wrongBucket(bucket);
        return ok(`an object was written, read and deleted in the bucket ${bucket}`);
      } catch (error) {
        await store.delete(key).catch(() => undefined);
        const reason = describeError(error);
        return problem(`the bucket ${bucket} cannot be ${step} (${reason})`, remedyFor(reason));
      }
    },
  };
}

/** Errors of a failed connection. */
const UNREACHABLE =
  /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|TimeoutError|CONNECT_TIMEOUT/;
const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

/**
 * Returns whether the bucket exists. A 403 counts as existing: the response to the later PUT contains the reason.
 */
async function hasBucket(store: ObjectStore): Promise<boolean> {
  return store.hasBucket().catch((error: Error) => {
    if (storeStatus(error.cause) === 403) return true;
    throw error;
  });
}

async function hasAny(store: ObjectStore, keys: readonly string[]): Promise<boolean> {
  for (const key of keys) if (await store.facts(key)) return true;
  return false;
}

const CORRECT_BUCKET = 'Correct S3_BUCKET (or S3_ENDPOINT), or mount the disk of the storage.';

function missingBucket(bucket: string, isNeeded: boolean): Diagnosis {
  return isNeeded
    ? problem(`the bucket ${bucket} does not exist, but the database refers to objects in it`, CORRECT_BUCKET)
    : warning(`the bucket ${bucket} does not exist yet`, 'Start media-service, which creates it.');
}

const wrongBucket = (bucket: string) =>
  problem(
    `the bucket ${bucket} contains none of the latest objects in the database`,
    `${CORRECT_BUCKET} If it is the correct bucket, \`portal verify-storage\` lists what is lost.`,
  );

const ADDRESS_REMEDY =
  'Set --portal-url or PUBLIC_ORIGIN to the URL that browsers use, and run this command on a machine that can reach it.';

/** Checks the URL of the storage for browsers, and its CORS rules. */
export function browserAddressCheck(
  store: ObjectStore,
  settings: PublicEndpointSettings,
  portalUrl: string | undefined,
): Check {
  return {
    name: 'browsers',
    run: async () => {
      if (portalUrl === undefined && !settings.S3_PUBLIC_ENDPOINT) {
        return warning('the URL of the storage for browsers was not checked', ADDRESS_REMEDY);
      }
      const { origin, hostname, protocol } = new URL(portalUrl ?? settings.S3_PUBLIC_ENDPOINT ?? '');
      const browser: BrowserAddress = { protocol: protocol === 'https:' ? 'https' : 'http', hostname };
      const address = publicEndpoint(settings, browser);
      if (protocol === 'https:' && address.startsWith('http:')) {
        return problem(
          `pages are served over HTTPS but the URL of the storage is ${address}: browsers block mixed content`,
          'Enable TLS for the storage, and set S3_PUBLIC_ENDPOINT=https://…',
        );
      }
      // The machine of the storage must be able to reach the published URL. A container may be unable to reach it.
      const { hostname: endpointHost } = new URL(settings.S3_ENDPOINT);
      return tryAsBrowser(store, browser, origin, address, LOOPBACK.test(endpointHost) ? problem : warning);
    },
  };
}

async function tryAsBrowser(
  store: ObjectStore,
  browser: BrowserAddress,
  origin: string,
  address: string,
  unreachable: (finding: string, remedy: string) => Diagnosis,
): Promise<Diagnosis | Diagnosis[]> {
  const key = probeKey();
  const signal = AbortSignal.timeout(10_000);
  const reachRemedy =
    'If browsers cannot reach it either: correct S3_PUBLIC_ENDPOINT or S3_PUBLIC_PORT, publish the port, or check the proxy in front of it.';
  try {
    if (!(await hasBucket(store).catch(() => true))) {
      return warning(`the URL ${address} was not checked: the bucket is missing`, 'See “object storage”.');
    }
    const url = await store.signPut(key, browser, SIGNATURE_SECONDS);
    const preflightHeaders = { origin, 'access-control-request-method': 'PUT' };
    const preflight = await fetch(url, { method: 'OPTIONS', headers: preflightHeaders, signal });
    const allowed = preflight.headers.get('access-control-allow-origin');
    if (!preflight.ok || (allowed !== '*' && allowed !== origin)) {
      return problem(
        `the storage at ${address} does not let pages of ${origin} upload (CORS)`,
        `Set the bucket's CORS rules: origins * or ${origin}, methods GET, HEAD, PUT, all headers.`,
      );
    }
    const put = await fetch(url, { method: 'PUT', headers: { origin }, body: 'probe', signal });
    if (!put.ok) {
      const reason = `${put.status} ${/<Code>(\w+)/.exec(await put.text())?.[1] ?? ''}`.trim();
      return problem(`an upload to ${address} was refused (${reason})`, remedyFor(reason));
    }
    const get = await fetch(await store.signGet(key, browser, SIGNATURE_SECONDS, 'text/plain'), {
      headers: { origin },
      signal,
    });
    const readable =
      get.ok && (await get.text()) === 'probe' && get.headers.has('access-control-allow-origin');
    return readable
      ? ok(`pages of ${origin} upload to and read from ${address}`)
      : problem(`pages of ${origin} cannot read from ${address} (${get.status})`, remedyFor(`${get.status}`));
  } catch (error) {
    const reason = describeError(error);
    return UNREACHABLE.test(reason)
      ? unreachable(`the storage cannot be reached from here at ${address} (${reason})`, reachRemedy)
      : problem(`browsers cannot use the storage at ${address} (${reason})`, reachRemedy);
  } finally {
    await store.delete(key).catch(() => undefined);
  }
}
