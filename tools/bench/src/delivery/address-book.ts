import { type RouteResponse, routes } from '@secure-preview/contracts';

type Answer = RouteResponse<typeof routes.playback.segmentAddresses>;

/** Milliseconds that must be left of an address's life, as in the player. */
const LEAST_MS = 5000;

const FOLDER = /(^.*\/)[^/]+$/;

/** Addresses of segments in the object store, as the page keeps them. */
export class AddressBook {
  private readonly known = new Map<string, { readonly address: string; readonly until: number }>();

  /** Returns the path that gives the addresses of a segment and of those after it. */
  static pathFor(segment: string): string {
    const [, renditionId = '', name = ''] = /renditions\/([^/]+)\/segments\/([^/]+)$/.exec(segment) ?? [];
    return routes.playback.segmentAddresses.path.replace(':renditionId', renditionId).replace(':name', name);
  }

  find(segment: string): string | undefined {
    const known = this.known.get(segment);
    return known && performance.now() < known.until ? known.address : undefined;
  }

  /** Keeps an answer to the request for a segment's addresses; returns that segment's address. */
  keep(segment: string, answer: Buffer): string | undefined {
    const { segments, validSeconds } = JSON.parse(answer.toString()) as Answer;
    const until = performance.now() + validSeconds * 1000 - LEAST_MS;
    for (const { name, url } of segments)
      this.known.set(segment.replace(FOLDER, `$1${name}`), { address: url, until });
    return segments[0]?.url;
  }
}
