import { routes } from '@secure-preview/contracts';
import { call } from '../../../../lib/http-client.js';
import { logFailure } from '../../../../lib/log.js';

/** Milliseconds to wait for addresses before the segment is loaded through a redirect. */
const DEADLINE_MS = 4000;
/** Milliseconds that must be left of an address's life: its request may wait for a connection. */
const LEAST_MS = 5000;
/** Milliseconds without requests for addresses after one failed. */
const PAUSE_MS = 10_000;

const SEGMENT_PATH = new RegExp(`${routes.playback.segment.path.replace(/:\w+/g, '([^/?]+)')}$`);

interface Known {
  readonly address: string;
  /** Milliseconds of `performance.now()`. */
  readonly until: number;
}

/**
 * Addresses of a trailer's segments in the object store. They are requested for the next seconds of film at
 * once. That costs the portal less than a redirect for each segment.
 */
export class SegmentAddresses {
  private readonly known = new Map<string, Known>();
  private noRequestBefore = 0;

  /**
   * Returns the address of a segment.
   *
   * @param url of the playlist
   * @returns undefined if the segment must be loaded from that URL
   */
  async find(url: string): Promise<string | undefined> {
    const [, renditionId, name] = SEGMENT_PATH.exec(url) ?? [];
    if (renditionId === undefined || name === undefined) return undefined;
    return this.valid(renditionId, name) ?? (await this.request(renditionId, name));
  }

  /** Forgets an address that the object store refused. */
  forget(url: string): void {
    const [, renditionId, name] = SEGMENT_PATH.exec(url) ?? [];
    this.known.delete(`${renditionId}/${name}`);
  }

  private valid(renditionId: string, name: string): string | undefined {
    const known = this.known.get(`${renditionId}/${name}`);
    return known && performance.now() < known.until ? known.address : undefined;
  }

  private async request(renditionId: string, name: string): Promise<string | undefined> {
    const now = performance.now();
    if (now < this.noRequestBefore) return undefined;
    try {
      const request = { params: { renditionId, name } };
      const signal = AbortSignal.timeout(DEADLINE_MS);
      const { segments, validSeconds } = await call(routes.playback.segmentAddresses, request, { signal });
      // The gateway relays the segments.
      if (segments.length === 0) this.noRequestBefore = Number.POSITIVE_INFINITY;
      const until = now + validSeconds * 1000 - LEAST_MS;
      for (const { name: each, url } of segments)
        this.known.set(`${renditionId}/${each}`, { address: url, until });
      return segments[0]?.url;
    } catch (error) {
      logFailure('The addresses of segments could not be loaded', error);
      this.noRequestBefore = now + PAUSE_MS;
      return undefined;
    }
  }
}
