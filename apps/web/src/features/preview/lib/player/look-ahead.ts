import type {
  Fragment,
  FragmentLoaderConstructor,
  FragmentLoaderContext,
  HlsConfig,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderStats,
} from 'hls.js';
import { type SegmentLoader, SegmentRequest } from './segment-request.js';

/** Segments to request before hls.js does. With one, the connection is idle after two that arrive at the same time. */
const MAX_EARLY = 2;

/** Returns the segment that may be requested after another one. */
type FindNext = (segment: Fragment) => Fragment | undefined;

/**
 * Requests the next segments of video as soon as one arrives. hls.js itself loads one after the other, so each waits
 * for a round trip, which delays short segments noticeably. Segments of audio are not short.
 */
export class LookAhead {
  /** Requests that hls.js has not made yet, in the order of the film. */
  private early: SegmentRequest[] = [];
  private readonly listeners = {
    onResponse: (request: SegmentRequest) => this.extend(request),
    onLoaded: (request: SegmentRequest) => {
      if (request.segment?.type !== 'main') return;
      // All of them, if hls.js made the request.
      for (const later of this.early.slice(this.early.indexOf(request) + 1)) later.restartClock();
    },
  };

  constructor(private readonly findNext: FindNext) {}

  /** Returns the class with which hls.js loads segments (`fLoader`). */
  loaderClass(): FragmentLoaderConstructor {
    const lookAhead = this;
    return class implements SegmentLoader {
      context: FragmentLoaderContext | null = null;
      private request: SegmentRequest;

      constructor(config: HlsConfig) {
        this.request = new SegmentRequest(config, lookAhead.listeners);
      }

      get stats(): LoaderStats {
        return this.request.loader.stats;
      }

      load(
        context: FragmentLoaderContext,
        config: LoaderConfiguration,
        callbacks: LoaderCallbacks<FragmentLoaderContext>,
      ): void {
        this.context = context;
        const early = lookAhead.take(context);
        if (early) {
          early.loader.stats.retry = this.stats.retry;
          this.request.loader.destroy();
          this.request = early;
          context.frag.stats = this.stats;
          lookAhead.extend(early);
        } else {
          this.request.start(context, config);
        }
        this.request.deliverTo(callbacks);
      }

      abort(): void {
        lookAhead.drop();
        this.request.loader.abort();
      }

      destroy(): void {
        this.request.loader.destroy();
      }
    };
  }

  /** Aborts the requests that hls.js has not made yet. */
  drop(): void {
    for (const { loader } of this.early) loader.destroy();
    this.early = [];
  }

  /** Returns the early request for a segment. If it is for another one, aborts all. */
  private take({ frag, url }: FragmentLoaderContext): SegmentRequest | undefined {
    if (frag.type !== 'main') return undefined;
    if (this.early[0]?.serves(url)) return this.early.shift();
    this.drop();
    return undefined;
  }

  /** Makes one more request once the last one is being answered. Without early requests, that is the given one. */
  private extend(request: SegmentRequest): void {
    const last = this.early.at(-1) ?? request;
    if (!last.segment || !last.hasResponse || this.early.length >= MAX_EARLY) return;
    const next = this.findNext(last.segment);
    if (next) this.early.push(last.startFor(next));
  }
}
