import type { Logger } from '../logging/logger.js';
import { setTracer } from './spans.js';
import type { StopTracing, TracingSettings } from './tracing-settings.js';

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
