import { Inject, Injectable } from '@nestjs/common';
import {
  type BrowserAddress,
  limits,
  type playbackRpc,
  type Requester,
  type RpcOutput,
  type SignedSegment,
} from '@secure-preview/contracts';
import type { CallContext } from '@secure-preview/rpc';
import { PLAYBACK, type PlaybackClient } from '../rpc/rpc.module.js';

/** Maximum error of the expiry in seconds, because a signature contains its time in whole seconds. */
const ROUNDING_SECONDS = 1;
/** Milliseconds for which a presigned URL is reused. The URL then stays valid long enough to be used. */
const REUSE_MS = (limits.mediaUrlSeconds - ROUNDING_SECONDS - limits.mediaUrlLeastSeconds) * 1000;
/** Maximum number of cached URLs: enough for all renditions of a feature film. They take about 10 MB. */
const MAX_URLS = 10_000;

/** Segments that were signed together. */
interface SignedBatch extends RpcOutput<typeof playbackRpc.methods.signSegments> {
  /** `performance.now()` until which the URLs are reused. */
  readonly until: number;
}

/** One or more consecutive segments of a rendition, from the requested one on. */
export interface SignedSegments extends Omit<SignedBatch, 'until' | 'complete'> {
  readonly segments: [SignedSegment, ...SignedSegment[]];
  /** Seconds for which the URLs are still valid. */
  readonly validSeconds: number;
}

export interface SegmentRequest {
  readonly renditionId: string;
  /** Name of the segment, or the seconds of the trailer at which it plays. */
  readonly segment: string | number;
  readonly requester: Requester;
  readonly browser: BrowserAddress;
}

/**
 * Caches presigned URLs, because many viewers request the same segments in the same order. media-service
 * decides on access. The cache is used only for sessions to which the trailer was granted, and for uploaders,
 * who may preview every trailer. A deleted trailer stays playable until its cached URLs expire.
 */
@Injectable()
export class SignedSegmentsService {
  /** Oldest first. */
  private readonly cached = new Map<string, { readonly signed: SignedBatch; readonly index: number }>();
  /** Ids of renditions of marked trailers: a few for each trailer. */
  private readonly marked = new Set<string>();

  constructor(@Inject(PLAYBACK) private readonly playback: PlaybackClient) {}

  /**
   * Returns the requested segment and the segments after it.
   *
   * @param seconds minimum duration that the segments cover, unless the trailer ends before
   * @throws AppError `NOT_FOUND`
   */
  async find(request: SegmentRequest, seconds: number, call: CallContext): Promise<SignedSegments> {
    const found = this.lookUp(request, seconds) ?? { signed: await this.sign(request, call), index: 0 };
    const { until, complete: _, ...signed } = found.signed;
    const [first, ...others] = signed.segments.slice(found.index);
    if (first === undefined) throw new Error('media-service signed no segment');
    const validSeconds = limits.mediaUrlLeastSeconds + (until - performance.now()) / 1000;
    return { ...signed, segments: [first, ...others], validSeconds };
  }

  /** Returns whether a rendition that was signed before is one of a marked trailer. */
  isMarked(renditionId: string): boolean {
    return this.marked.has(renditionId);
  }

  private lookUp(request: SegmentRequest, seconds: number) {
    const found = this.cached.get(keyOf(request, request.segment));
    if (found === undefined || found.signed.until <= performance.now()) return undefined;
    const { trailer, segments, complete } = found.signed;
    const { mayPreview, grantedTrailers } = request.requester;
    const allowed = mayPreview || grantedTrailers.includes(trailer.id);
    const ahead = (segments.at(-1)?.to ?? 0) - (segments[found.index]?.from ?? 0);
    return allowed && (complete || ahead >= seconds) ? found : undefined;
  }

  private async sign(request: SegmentRequest, call: CallContext): Promise<SignedBatch> {
    const { requester, segment, ...where } = request;
    const first = typeof segment === 'string' ? { name: segment } : { name: '', at: segment };
    // Measured before the call, so URLs are never reused for too long.
    const until = performance.now() + REUSE_MS;
    const signed = {
      ...(await this.playback.signSegments({ ...where, ...first, ...requester, variants: true }, call)),
      until,
    };
    if (signed.trailer.marked) this.marked.add(request.renditionId);
    for (const [index, { name, from, to }] of signed.segments.entries()) {
      this.store(keyOf(request, name), signed, index);
      // Renditions of marked trailers are matched by time, in whole seconds.
      if (!signed.trailer.marked) continue;
      for (let second = Math.ceil(from); second < to; second += 1)
        this.store(keyOf(request, second), signed, index);
    }
    this.removeOld();
    return signed;
  }

  private store(key: string, signed: SignedBatch, index: number): void {
    this.cached.delete(key);
    this.cached.set(key, { signed, index });
  }

  private removeOld(): void {
    const now = performance.now();
    for (const [key, { signed }] of this.cached) {
      if (signed.until > now && this.cached.size <= MAX_URLS) break;
      this.cached.delete(key);
    }
  }
}

const keyOf = ({ renditionId, browser }: SegmentRequest, segment: string | number): string =>
  `${renditionId} ${browser.protocol} ${browser.hostname} ${typeof segment === 'string' ? segment : `@${segment}`}`;
