import type { Logger } from '../logging/logger.js';
import { traceWith } from './spans.js';

export interface TracingSettings {
  /** Address of a collector that takes OTLP over HTTP; without it nothing is traced. */
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  /** Headers that the collector requires: `name=value` pairs, comma-separated and percent-encoded. */
  readonly OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  /** Share of the traces started here that are recorded, 0 to 1. */
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}

/** Sends the remaining spans within a time limit. */
export type StopTracing = () => Promise<void>;

/**
 * Starts tracing if the settings name a collector; otherwise loads nothing and costs nothing. Call it before
 * connections are made.
 */
export async function startTracing(
  service: string,
  settings: TracingSettings,
  logger: Logger,
): Promise<StopTracing> {
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return async () => undefined;
  const { openExporter } = await import('./otlp.js');
  const { tracer, close } = openExporter(service, settings.OTEL_EXPORTER_OTLP_ENDPOINT, settings, logger);
  traceWith(tracer);
  return async () => {
    traceWith(undefined);
    await close();
  };
}
