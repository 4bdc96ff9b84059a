export interface TracingSettings {
  /** URL of a collector that takes OTLP over HTTP; without it, tracing is off. */
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  /** Headers that the collector requires: `name=value` pairs, comma-separated and percent-encoded. */
  readonly OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  /** Share of the traces started here that are recorded, 0 to 1. */
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}

/** Sends the remaining spans within a time limit. */
export type StopTracing = () => Promise<void>;
