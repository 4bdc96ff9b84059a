import { playbackRoutes } from '@secure-preview/contracts';
import { call } from '../../../../lib/http-client.js';
import { logFailure } from '../../../../lib/log.js';

/** Milliseconds to wait for addresses. Afterwards the segment is loaded through a redirect. */
const REQUEST_TIMEOUT_MS = 4000;
/** Milliseconds that a URL must remain valid, because its request may wait for a connection. */
const MIN_VALIDITY_MS = 5000;
/** Milliseconds without requests for URLs after a failure. */
const PAUSE_AFTER_FAILURE_MS = 10_000;

const SEGMENT_PATH = new RegExp(`${playbackRoutes.segment.path.replace(/:\w+/g, '([^/?]+)')}$`);

interface CachedUrl {
  readonly url: string;
  /** Milliseconds of `performance.now()`. */
  readonly expiresAt: number;
}

/**
 * Caches the URLs of a trailer's segments in the object store. One request returns the URLs of several
 * segments, which costs the portal less than a redirect for each segment.
 */
export class SegmentUrls {
  private readonly cache = new Map<string, CachedUrl>();
  private noRequestBefore = 0;

  /**
   * Returns the URL of a segment in the object store.
   *
   * @param url of the segment in the playlist
   * @returns undefined if the segment must be loaded from `url`
   */
  async find(url: string): Promise<string | undefined> {
    const [, renditionId, name] = SEGMENT_PATH.exec(url) ?? [];
    if (renditionId === undefined || name === undefined) return undefined;
    return this.cachedUrl(renditionId, name) ?? (await this.request(renditionId, name));
  }

  /** Removes a segment's URL that the object store rejected. */
  forget(url: string): void {
    const [, renditionId, name] = SEGMENT_PATH.exec(url) ?? [];
    this.cache.delete(`${renditionId}/${name}`);
  }

  private cachedUrl(renditionId: string, name: string): string | undefined {
    const cached = this.cache.get(`${renditionId}/${name}`);
    return cached && performance.now() < cached.expiresAt ? cached.url : undefined;
  }

  private async request(renditionId: string, name: string): Promise<string | undefined> {
    const now = performance.now();
    if (now < this.noRequestBefore) return undefined;
    try {
      const request = { params: { renditionId, name } };
      const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
      const { segments, validSeconds } = await call(playbackRoutes.segmentUrls, request, { signal });
      // The gateway relays the segments.
      if (segments.length === 0) this.noRequestBefore = Number.POSITIVE_INFINITY;
      const expiresAt = now + validSeconds * 1000 - MIN_VALIDITY_MS;
      for (const segment of segments)
        this.cache.set(`${renditionId}/${segment.name}`, { url: segment.url, expiresAt });
      return segments[0]?.url;
    } catch (error) {
      logFailure('The URLs of segments could not be loaded', error);
      this.noRequestBefore = now + PAUSE_AFTER_FAILURE_MS;
      return undefined;
    }
  }
}
