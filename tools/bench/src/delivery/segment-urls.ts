import { type RouteResponse, routes } from '@secure-preview/contracts';

type SegmentUrlsResponse = RouteResponse<typeof routes.playback.segmentUrls>;

/** Minimum remaining lifetime of a URL in milliseconds, as in the player. */
const MIN_REMAINING_MS = 5000;

const FOLDER = /(^.*\/)[^/]+$/;

/** URLs of segments in the object store, cached as in the page. */
export class SegmentUrls {
  private readonly cached = new Map<string, { readonly url: string; readonly expiresAt: number }>();

  /** Returns the path of the call for the URLs of a segment and of the following segments. */
  static pathFor(segment: string): string {
    const [, renditionId = '', name = ''] = /renditions\/([^/]+)\/segments\/([^/]+)$/.exec(segment) ?? [];
    return routes.playback.segmentUrls.path.replace(':renditionId', renditionId).replace(':name', name);
  }

  find(segment: string): string | undefined {
    const cached = this.cached.get(segment);
    return cached && performance.now() < cached.expiresAt ? cached.url : undefined;
  }

  /** Stores a response with URLs, and returns the URL of the requested segment. */
  store(segment: string, body: Buffer): string | undefined {
    const { segments, validSeconds } = JSON.parse(body.toString()) as SegmentUrlsResponse;
    const expiresAt = performance.now() + validSeconds * 1000 - MIN_REMAINING_MS;
    for (const { name, url } of segments)
      this.cached.set(segment.replace(FOLDER, `$1${name}`), { url, expiresAt });
    return segments[0]?.url;
  }
}
