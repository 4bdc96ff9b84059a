import { playbackRoutes } from '@secure-preview/contracts';
import { call } from '../../../../lib/http-client.js';
import { logFailure } from '../../../../lib/log.js';

/** Milliseconds to wait for URLs. Afterwards the segment is loaded through a redirect. */
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

/** Returns the id of the companion of a rendition; undefined if it has no companion. */
type FindCompanion = (renditionId: string) => string | undefined;

/**
 * Caches the URLs of a trailer's segments in the object store. One request returns the URLs of several video and
 * audio segments, which costs the portal less than a redirect for each segment.
 */
export class SegmentUrls {
  /** By rendition and name of the segment. */
  private readonly cache = new Map<string, CachedUrl>();
  /** Requests in progress that will probably return the URL of a segment. */
  private readonly pending = new Map<string, Promise<void>>();
  private noRequestBefore = 0;

  constructor(private readonly companionOf: FindCompanion = () => undefined) {}

  /**
   * Returns the URL of a segment in the object store.
   *
   * @param url of the segment in the playlist
   * @returns undefined if the segment must be loaded from `url`
   */
  async find(url: string): Promise<string | undefined> {
    const [, renditionId, name] = SEGMENT_PATH.exec(url) ?? [];
    if (renditionId === undefined || name === undefined) return undefined;
    const pending = this.pending.get(keyOf(renditionId, name));
    if (pending) await pending;
    if (this.cached(renditionId, name) === undefined) await this.request(renditionId, name);
    return this.cached(renditionId, name);
  }

  /** Removes a segment's URL that the object store rejected. */
  forget(url: string): void {
    const [, renditionId = '', name = ''] = SEGMENT_PATH.exec(url) ?? [];
    this.cache.delete(keyOf(renditionId, name));
  }

  private cached(renditionId: string, name: string): string | undefined {
    const cached = this.cache.get(keyOf(renditionId, name));
    return cached && performance.now() < cached.expiresAt ? cached.url : undefined;
  }

  /** Requests the URLs of a segment and of the segments after it, in this rendition and in its companion. */
  private async request(renditionId: string, name: string): Promise<void> {
    if (performance.now() < this.noRequestBefore) return;
    const companion = this.companionOf(renditionId);
    const keys = [renditionId, companion].flatMap((id) => (id === undefined ? [] : [keyOf(id, name)]));
    const loading = this.load(renditionId, name, companion);
    for (const key of keys) this.pending.set(key, loading);
    await loading;
    for (const key of keys) this.pending.delete(key);
  }

  private async load(renditionId: string, name: string, companion: string | undefined): Promise<void> {
    const now = performance.now();
    try {
      const query = companion === undefined ? {} : { with: companion };
      const request = { params: { renditionId, name }, query };
      const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
      const urls = await call(playbackRoutes.segmentUrls, request, { signal });
      // The gateway relays the segments.
      if (urls.segments.length === 0) this.noRequestBefore = Number.POSITIVE_INFINITY;
      const expiresAt = now + urls.validSeconds * 1000 - MIN_VALIDITY_MS;
      for (const { name, url } of urls.segments) this.cache.set(keyOf(renditionId, name), { url, expiresAt });
      for (const { name, url } of urls.companion)
        this.cache.set(keyOf(companion ?? '', name), { url, expiresAt });
    } catch (error) {
      logFailure('The URLs of segments could not be loaded', error);
      this.noRequestBefore = now + PAUSE_AFTER_FAILURE_MS;
    }
  }
}

const keyOf = (renditionId: string, name: string) => `${renditionId}/${name}`;
