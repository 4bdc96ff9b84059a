import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@secure-preview/contracts';
import { expectNone, ok, problem, warning } from '../outcome.js';
import type { PortalClient } from '../portal-client.js';
import { presignedUrl } from '../presigned-url.js';
import type { ProbeCheck } from '../probe-context.js';

const PRIVATE_BUCKET = 'Make the bucket private: no public policy, no website, no cache in front of it.';
/** Milliseconds to wait after a presigned URL expires, because the clocks of portal and storage may differ. */
const GRACE_MS = 2000;

/** Returns the accessible URLs. */
async function openAmong(client: PortalClient, urls: readonly URL[]): Promise<string[]> {
  const answers = await Promise.all(
    urls.map(async (url) => {
      const { status } = await client.request(url);
      return status < 400 ? [`${url.origin}${url.pathname} returned ${status}`] : [];
    }),
  );
  return answers.flat();
}

function changed(url: URL, change: (copy: URL) => void): URL {
  const copy = new URL(url);
  change(copy);
  return copy;
}

export const storageChecks: readonly ProbeCheck[] = [
  {
    id: 'storage.listing',
    title: 'The bucket cannot be listed',
    asvs: ['V13.4.3', 'V8.2.2'],
    run: async ({ client, presignedUrl: { url } }) => {
      const [, bucket = ''] = url.pathname.split('/');
      // The bucket is the first part of the path, or of the host name.
      const roots = ['/', '/?list-type=2', `/${bucket}`, `/${bucket}/?list-type=2`];
      const open = await openAmong(
        client,
        roots.map((path) => new URL(path, url.origin)),
      );
      return expectNone(open, 'bucket and root are not accessible', PRIVATE_BUCKET);
    },
  },
  {
    id: 'storage.unsigned',
    title: 'Objects cannot be read without a signature',
    asvs: ['V8.2.2'],
    run: async ({ client, presignedUrl: { url } }) => {
      const named = changed(url, (copy) => {
        copy.search = '';
      });
      return expectNone(await openAmong(client, [named]), 'an unsigned URL is rejected', PRIVATE_BUCKET);
    },
  },
  {
    id: 'storage.signature',
    title: 'A signature is valid for one object and one period',
    asvs: ['V8.2.2', 'V9.1.1'],
    run: async ({ client, visitor, trailer, presignedUrl: { url } }) => {
      const [, otherSegment] = trailer.segments;
      const second =
        otherSegment === undefined ? undefined : await presignedUrl(client, visitor, otherSegment);
      const forged = [
        changed(url, (copy) => copy.searchParams.set('X-Amz-Expires', '3600')),
        changed(url, (copy) => {
          copy.pathname = second?.url.pathname ?? `${url.pathname}x`;
        }),
      ];
      return expectNone(await openAmong(client, forged), 'changed URLs are rejected', PRIVATE_BUCKET);
    },
  },
  {
    id: 'storage.life',
    title: `Presigned URLs are valid for at most ${limits.mediaUrlSeconds} seconds`,
    asvs: ['V9.2.1'],
    run: async ({ presignedUrl: { validSeconds } }) => {
      if (Number.isNaN(validSeconds))
        return warning('the URL has no expiry time', 'Check how long its signature is valid.');
      const finding = `valid for ${validSeconds} s`;
      if (validSeconds <= limits.mediaUrlSeconds) return ok(finding);
      return problem(finding, 'Remove any rewriting of URLs between the portal and browsers.');
    },
  },
];

/** Waits until a presigned URL has expired, so it runs last. */
export const expiryCheck: ProbeCheck = {
  id: 'storage.expiry',
  title: 'A presigned URL expires',
  asvs: ['V9.2.1'],
  run: async ({ client, presignedUrl: { url, expiresAt } }) => {
    // Caps the expiry at the portal's limit, also for a URL without an expiry time.
    const latest = Date.now() + limits.mediaUrlSeconds * 1000;
    const expiry = Number.isNaN(expiresAt) ? latest : Math.min(expiresAt, latest);
    await delay(Math.max(0, expiry + GRACE_MS - Date.now()));
    const open = await openAmong(client, [url]);
    return expectNone(
      open,
      'it is rejected after it expires',
      'Synchronise the clocks by NTP, and remove caches in front of the storage.',
    );
  },
};
