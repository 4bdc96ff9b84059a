import type {
  Fragment,
  FragmentLoaderContext,
  HlsConfig,
  Loader,
  LoaderCallbacks,
  LoaderConfiguration,
} from 'hls.js';

export type SegmentLoader = Loader<FragmentLoaderContext>;
type Callbacks = LoaderCallbacks<FragmentLoaderContext>;

interface Listeners {
  /** Called when the segment starts to arrive. */
  readonly onResponse: (request: SegmentRequest) => void;
  /** Called when the segment has arrived. */
  readonly onLoaded: (request: SegmentRequest) => void;
}

/** A request for a segment by a loader of hls.js. The outcome is kept until hls.js asks for the segment. */
export class SegmentRequest {
  readonly loader: SegmentLoader;
  hasResponse = false;
  private started:
    | { readonly context: FragmentLoaderContext; readonly config: LoaderConfiguration }
    | undefined;
  private hasFailed = false;
  private callbacks: Callbacks | undefined;
  private report: ((callbacks: Callbacks) => void) | undefined;

  constructor(
    private readonly hlsConfig: HlsConfig,
    private readonly listeners: Listeners,
  ) {
    this.loader = new hlsConfig.loader({
      ...hlsConfig,
      xhrSetup: (xhr, url, context) => {
        xhr.addEventListener('readystatechange', () => {
          if (xhr.readyState === xhr.HEADERS_RECEIVED && xhr.status === 200) this.respond();
        });
        return hlsConfig.xhrSetup?.(xhr, url, context);
      },
    }) as SegmentLoader;
  }

  start(context: FragmentLoaderContext, config: LoaderConfiguration): void {
    this.started = { context, config };
    this.loader.load(context, config, {
      onSuccess: (...outcome) => {
        this.listeners.onLoaded(this);
        this.settle(({ onSuccess }) => onSuccess(...outcome));
      },
      onError: (...outcome) => this.fail(({ onError }) => onError(...outcome)),
      onTimeout: (...outcome) => this.fail(({ onTimeout }) => onTimeout(...outcome)),
      onAbort: (...outcome) => this.fail(({ onAbort }) => onAbort?.(...outcome)),
    });
  }

  get segment(): Fragment | undefined {
    return this.started?.context.frag;
  }

  /** Returns a request for another segment, with the same settings. */
  startFor(segment: Fragment): SegmentRequest {
    const request = new SegmentRequest(this.hlsConfig, this.listeners);
    if (this.started) {
      const { context, config } = this.started;
      request.start({ ...context, frag: segment, url: segment.url ?? '' }, { ...config });
    }
    return request;
  }

  /** Returns whether the request loads a URL, or has loaded it. */
  serves(url: string): boolean {
    return this.started?.context.url === url && !this.hasFailed;
  }

  /** Passes the outcome on. If it waited, it counts as loaded just now, so that hls.js does not measure the wait. */
  deliverTo(callbacks: Callbacks): void {
    this.callbacks = callbacks;
    const { loading } = this.loader.stats;
    if (loading.end) {
      const waited = performance.now() - loading.end;
      loading.start += waited;
      loading.first += waited;
      loading.end += waited;
    }
    this.report?.(callbacks);
  }

  /**
   * Counts the loading time from now on. Until now it counted for the segment before, which shared the connection:
   * hls.js would otherwise measure a part of the bandwidth.
   */
  restartClock(): void {
    const { loading } = this.loader.stats;
    const now = performance.now();
    loading.start = now;
    if (loading.first) loading.first = now;
    if (loading.end) loading.end = now;
  }

  private respond(): void {
    this.hasResponse = true;
    this.listeners.onResponse(this);
  }

  private fail(report: NonNullable<typeof this.report>): void {
    this.hasFailed = true;
    this.settle(report);
  }

  private settle(report: NonNullable<typeof this.report>): void {
    this.report = report;
    if (this.callbacks) report(this.callbacks);
  }
}
