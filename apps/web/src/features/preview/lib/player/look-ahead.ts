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

/** Returns the segment that may be requested while another one loads. */
type FindNext = (segment: Fragment) => Fragment | undefined;

/**
 * Requests the next segment as soon as one arrives. hls.js itself loads one after the other, so that each waits for a
 * round trip, which delays short segments noticeably.
 */
export class LookAhead {
  /** Requests that hls.js has not made yet, by type of playlist: audio and video load at the same time. */
  private readonly early = new Map<string, SegmentRequest>();

  constructor(private readonly findNext: FindNext) {}

  /** Returns the class with which hls.js loads segments (`fLoader`). */
  loaderClass(): FragmentLoaderConstructor {
    const lookAhead = this;
    return class implements SegmentLoader {
      context: FragmentLoaderContext | null = null;
      private request: SegmentRequest;

      constructor(private readonly config: HlsConfig) {
        this.request = new SegmentRequest(config);
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
        } else this.request.start(context, config);
        const { type } = context.frag;
        this.request.deliverTo({
          callbacks: {
            ...callbacks,
            onSuccess: (...outcome) => {
              lookAhead.early.get(type)?.restartClock();
              callbacks.onSuccess(...outcome);
            },
          },
          onResponse: () => lookAhead.startNext(context, config, this.config),
        });
      }

      abort(): void {
        if (this.context) lookAhead.drop(this.context.frag.type);
        this.request.loader.abort();
      }

      destroy(): void {
        this.request.loader.destroy();
      }
    };
  }

  /** Aborts the requests of one type of playlist that hls.js has not made yet, or all of them. */
  drop(type?: string): void {
    for (const [each, request] of this.early) {
      if (type !== undefined && each !== type) continue;
      this.early.delete(each);
      request.loader.destroy();
    }
  }

  /** Returns the early request for a segment, and aborts one for another segment. */
  private take({ frag, url }: FragmentLoaderContext): SegmentRequest | undefined {
    const early = this.early.get(frag.type);
    if (!early?.serves(url)) {
      this.drop(frag.type);
      return undefined;
    }
    this.early.delete(frag.type);
    return early;
  }

  private startNext(context: FragmentLoaderContext, config: LoaderConfiguration, hlsConfig: HlsConfig): void {
    const frag = this.findNext(context.frag);
    if (!frag) return;
    const request = new SegmentRequest(hlsConfig);
    this.early.set(frag.type, request);
    request.start({ ...context, frag, url: frag.url ?? '' }, { ...config });
  }
}
