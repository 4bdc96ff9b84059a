import type { Logger } from '../logging/logger.js';
import { setTracer } from './spans.js';

export interface TracingSettings {
  /** Address of a collector that takes OTLP over HTTP; without it, tracing is off. */
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  /** Headers that the collector requires: `name=value` pairs, comma-separated and percent-encoded. */
  readonly OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  /** Share of the traces started here that are recorded, 0 to 1. */
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}

/** Sends the remaining spans within a time limit. */
export type StopTracing = () => Promise<void>;

/**
 * Starts tracing if the settings name a collector; otherwise loads nothing. Call it before opening
 * connections.
 */
export async function startTracing(
  service: string,
  settings: TracingSettings,
  logger: Logger,
): Promise<StopTracing> {
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return async () => undefined;
  const { openExporter } = await import('./otlp.js');
  const { tracer, close } = openExporter(service, settings.OTEL_EXPORTER_OTLP_ENDPOINT, settings, logger);
  setTracer(tracer);
  return async () => {
    setTracer(undefined);
    await close();
  };
}
