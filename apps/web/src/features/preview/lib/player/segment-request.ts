import type { FragmentLoaderContext, HlsConfig, Loader, LoaderCallbacks, LoaderConfiguration } from 'hls.js';

export type SegmentLoader = Loader<FragmentLoaderContext>;

interface Consumer {
  readonly callbacks: LoaderCallbacks<FragmentLoaderContext>;
  /** Called when the segment starts to arrive, or at once if it has. */
  readonly onResponse: () => void;
}

/** A request for a segment by a loader of hls.js. The outcome is kept until there is a consumer. */
export class SegmentRequest {
  readonly loader: SegmentLoader;
  private url = '';
  private hasResponse = false;
  private hasFailed = false;
  private consumer: Consumer | undefined;
  private report: ((callbacks: Consumer['callbacks']) => void) | undefined;

  constructor(config: HlsConfig) {
    this.loader = new config.loader({
      ...config,
      xhrSetup: (xhr, url, context) => {
        xhr.addEventListener('readystatechange', () => {
          if (xhr.readyState === XMLHttpRequest.HEADERS_RECEIVED && xhr.status === 200) this.respond();
        });
        return config.xhrSetup?.(xhr, url, context);
      },
    }) as SegmentLoader;
  }

  start(context: FragmentLoaderContext, config: LoaderConfiguration): void {
    this.url = context.url;
    this.loader.load(context, config, {
      onSuccess: (...outcome) => this.settle(({ onSuccess }) => onSuccess(...outcome)),
      onError: (...outcome) => this.fail(({ onError }) => onError(...outcome)),
      onTimeout: (...outcome) => this.fail(({ onTimeout }) => onTimeout(...outcome)),
      onAbort: (...outcome) => this.fail(({ onAbort }) => onAbort?.(...outcome)),
    });
  }

  /** Returns whether the request loads a URL, or has loaded it. */
  serves(url: string): boolean {
    return this.url === url && !this.hasFailed;
  }

  /** Passes the outcome on. If it waited, it counts as loaded just now, so that hls.js does not measure the wait. */
  deliverTo(consumer: Consumer): void {
    this.consumer = consumer;
    const { loading } = this.loader.stats;
    if (loading.end) {
      const waited = performance.now() - loading.end;
      loading.start += waited;
      loading.first += waited;
      loading.end += waited;
    }
    if (this.hasResponse) consumer.onResponse();
    this.report?.(consumer.callbacks);
  }

  /**
   * Counts the loading time from now on. Until now it counted for the segment before, which shared the connection:
   * hls.js would otherwise measure half the bandwidth.
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
    this.consumer?.onResponse();
  }

  private fail(report: NonNullable<typeof this.report>): void {
    this.hasFailed = true;
    this.settle(report);
  }

  private settle(report: NonNullable<typeof this.report>): void {
    this.report = report;
    if (this.consumer) report(this.consumer.callbacks);
  }
}
