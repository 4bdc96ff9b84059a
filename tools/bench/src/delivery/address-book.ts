import { type RouteResponse, routes } from '@secure-preview/contracts';

type SegmentAddressesResponse = RouteResponse<typeof routes.playback.segmentAddresses>;

/** Minimum remaining lifetime of an address in milliseconds, as in the player. */
const MIN_REMAINING_MS = 5000;

const FOLDER = /(^.*\/)[^/]+$/;

/** Addresses of segments in the object store, cached as in the page. */
export class AddressBook {
  private readonly cached = new Map<string, { readonly address: string; readonly expiresAt: number }>();

  /** Returns the path of the call for the addresses of a segment and of the following segments. */
  static pathFor(segment: string): string {
    const [, renditionId = '', name = ''] = /renditions\/([^/]+)\/segments\/([^/]+)$/.exec(segment) ?? [];
    return routes.playback.segmentAddresses.path.replace(':renditionId', renditionId).replace(':name', name);
  }

  find(segment: string): string | undefined {
    const cached = this.cached.get(segment);
    return cached && performance.now() < cached.expiresAt ? cached.address : undefined;
  }

  /** Stores a response with addresses, and returns the address of the requested segment. */
  store(segment: string, body: Buffer): string | undefined {
    const { segments, validSeconds } = JSON.parse(body.toString()) as SegmentAddressesResponse;
    const expiresAt = performance.now() + validSeconds * 1000 - MIN_REMAINING_MS;
    for (const { name, url } of segments)
      this.cached.set(segment.replace(FOLDER, `$1${name}`), { address: url, expiresAt });
    return segments[0]?.url;
  }
}
