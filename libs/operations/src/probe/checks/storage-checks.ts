import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@secure-preview/contracts';
import { expectNone, ok, problem, warning } from '../outcome.js';
import type { PortalClient } from '../portal-client.js';
import type { ProbeCheck } from '../probe-context.js';
import { signedAddress } from '../signed-address.js';

const PRIVATE_BUCKET = 'Make the bucket private: no public policy, no website, no cache in front of it.';
/** Milliseconds after the end of a signed address: clocks of portal and storage differ a little. */
const GRACE_MS = 2000;

/** Returns those addresses that open. */
async function openAmong(client: PortalClient, urls: readonly URL[]): Promise<string[]> {
  const answers = await Promise.all(
    urls.map(async (url) => {
      const { status } = await client.ask(url);
      return status < 400 ? [`${url.origin}${url.pathname} answers ${status}`] : [];
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
    run: async ({ client, signedAddress: { url } }) => {
      const [, bucket = ''] = url.pathname.split('/');
      // The bucket is the first part of the path, or of the host name.
      const roots = ['/', '/?list-type=2', `/${bucket}`, `/${bucket}/?list-type=2`];
      const open = await openAmong(
        client,
        roots.map((path) => new URL(path, url.origin)),
      );
      return expectNone(open, 'bucket and root refuse', PRIVATE_BUCKET);
    },
  },
  {
    id: 'storage.unsigned',
    title: 'Objects do not open by their names',
    asvs: ['V8.2.2'],
    run: async ({ client, signedAddress: { url } }) => {
      const named = changed(url, (copy) => {
        copy.search = '';
      });
      return expectNone(await openAmong(client, [named]), 'an unsigned name is refused', PRIVATE_BUCKET);
    },
  },
  {
    id: 'storage.signature',
    title: 'A signature opens one object, and not for longer',
    asvs: ['V8.2.2', 'V9.1.1'],
    run: async ({ client, visitor, film, signedAddress: { url } }) => {
      const [, other] = film.segments;
      const second = other === undefined ? undefined : await signedAddress(client, visitor, other);
      const forged = [
        changed(url, (copy) => copy.searchParams.set('X-Amz-Expires', '3600')),
        changed(url, (copy) => {
          copy.pathname = second?.url.pathname ?? `${url.pathname}x`;
        }),
      ];
      return expectNone(await openAmong(client, forged), 'changed addresses are refused', PRIVATE_BUCKET);
    },
  },
  {
    id: 'storage.life',
    title: `Signed addresses live at most ${limits.mediaUrlSeconds} seconds`,
    asvs: ['V9.2.1'],
    run: async ({ signedAddress: { lifeSeconds } }) => {
      if (Number.isNaN(lifeSeconds))
        return warning('the address states no life', 'Check how long its signature is valid.');
      const finding = `signed for ${lifeSeconds} s`;
      if (lifeSeconds <= limits.mediaUrlSeconds) return ok(finding);
      return problem(finding, 'Remove what rewrites the addresses between the portal and browsers.');
    },
  },
];

/** Waits until a signed address has ended, so it runs last. */
export const expiryCheck: ProbeCheck = {
  id: 'storage.expiry',
  title: 'A signed address ends',
  asvs: ['V9.2.1'],
  run: async ({ client, signedAddress: { url, endsAt } }) => {
    // An address that states no life, or a longer one, has to end within the portal's own limit too.
    const longest = Date.now() + limits.mediaUrlSeconds * 1000;
    const end = Number.isNaN(endsAt) ? longest : Math.min(endsAt, longest);
    await delay(Math.max(0, end + GRACE_MS - Date.now()));
    const open = await openAmong(client, [url]);
    return expectNone(
      open,
      'it is refused after its end',
      'Synchronise the clocks by NTP, and remove caches in front of the storage.',
    );
  },
};
