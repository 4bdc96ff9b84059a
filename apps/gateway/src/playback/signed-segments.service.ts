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

/** Seconds by which a signature may be older than its call: it states whole seconds. */
const ROUNDING_SECONDS = 1;
/** Milliseconds for which a signed address is given out: what is left of its life then is enough for a viewer. */
const GIVEN_OUT_MS = (limits.mediaUrlSeconds - ROUNDING_SECONDS - limits.mediaUrlLeastSeconds) * 1000;
/** Addresses cached at most: 10 MB, and more than the renditions of a feature film have segments. */
const MOST_ADDRESSES = 10_000;

/** Segments that were signed together. */
interface Signed extends RpcOutput<typeof playbackRpc.methods.signSegments> {
  /** Milliseconds of the monotonic clock until which the addresses are given out. */
  readonly until: number;
}

/** Consecutive segments of a rendition, from the requested one on, with at least one. */
export interface SignedSegments extends Omit<Signed, 'until' | 'complete'> {
  readonly segments: [SignedSegment, ...SignedSegment[]];
  /** Seconds for which the addresses are still valid. */
  readonly validSeconds: number;
}

export interface SegmentRequest {
  readonly renditionId: string;
  readonly name: string;
  readonly requester: Requester;
  readonly browser: BrowserAddress;
}

/**
 * Caches signed addresses, because many viewers request the same segments, and each of them the next ones.
 * media-service decides who may watch. Its decision is repeated here only for who was granted the trailer, or
 * may preview every trailer; anyone else is always decided there. A deleted trailer stays playable for as
 * long as its addresses are given out.
 */
@Injectable()
export class SignedSegmentsService {
  /** Oldest first. */
  private readonly cached = new Map<string, { readonly signed: Signed; readonly index: number }>();

  constructor(@Inject(PLAYBACK) private readonly playback: PlaybackClient) {}

  /**
   * Returns the requested segment and those after it.
   *
   * @param seconds of the trailer that they cover at least, up to its end
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

  private lookUp(request: SegmentRequest, seconds: number) {
    const found = this.cached.get(keyOf(request, request.name));
    if (found === undefined || found.signed.until <= performance.now()) return undefined;
    const { trailer, segments, complete } = found.signed;
    const { mayPreview, grantedTrailers } = request.requester;
    const allowed = mayPreview || grantedTrailers.includes(trailer.id);
    const ahead = (segments.at(-1)?.to ?? 0) - (segments[found.index]?.from ?? 0);
    return allowed && (complete || ahead >= seconds) ? found : undefined;
  }

  private async sign(request: SegmentRequest, call: CallContext): Promise<Signed> {
    const { requester, ...segment } = request;
    // The signature is made later.
    const until = performance.now() + GIVEN_OUT_MS;
    const signed = { ...(await this.playback.signSegments({ ...segment, ...requester }, call)), until };
    for (const [index, { name }] of signed.segments.entries()) {
      const key = keyOf(request, name);
      this.cached.delete(key);
      this.cached.set(key, { signed, index });
    }
    this.removeOld();
    return signed;
  }

  private removeOld(): void {
    const now = performance.now();
    for (const [key, { signed }] of this.cached) {
      if (signed.until > now && this.cached.size <= MOST_ADDRESSES) break;
      this.cached.delete(key);
    }
  }
}

const keyOf = ({ renditionId, browser }: SegmentRequest, name: string): string =>
  `${renditionId} ${browser.protocol} ${browser.hostname} ${name}`;
