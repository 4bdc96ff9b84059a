import { context, DiagLogLevel, diag, type Tracer } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { MINUTE_MS } from '@secure-preview/contracts';
import type { Logger } from '../logging/logger.js';
import type { StopTracing, TracingSettings } from './tracing-settings.js';

/** Milliseconds between two exports. */
const SEND_EVERY_MS = 2000;
/** Time limit of one export in milliseconds. */
const SEND_MS = 5000;
/** Milliseconds for the last export when the process ends. */
const LAST_SEND_MS = 2000;
/** Maximum spans queued while the collector is unavailable or slow. Further spans are dropped. */
const MAX_QUEUED_SPANS = 4096;
/** Milliseconds between two log lines about a collector that does not accept spans. */
const LOG_EVERY_MS = MINUTE_MS;

function headersOf(text = ''): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.includes('='));
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
}

/** Returns the URL for traces below the endpoint (OpenTelemetry, OTLP exporter, "Endpoint URLs"). */
const tracesUrl = (endpoint: string) => `${endpoint.replace(/\/+$/, '')}/v1/traces`;

/**
 * Logs errors of the library, at most once a minute. Omits their text, which may quote the collector's response.
 */
function logExportErrors(logger: Logger): void {
  let last = Number.NEGATIVE_INFINITY;
  const logLoss = () => {
    if (performance.now() - last < LOG_EVERY_MS) return;
    last = performance.now();
    logger.warn('traces cannot be sent; some are lost');
  };
  const ignore = () => undefined;
  diag.setLogger(
    { error: logLoss, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
}

/** Exports spans to a collector in the background. */
export function openExporter(
  service: string,
  endpoint: string,
  { OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER_ARG }: TracingSettings,
  logger: Logger,
): { tracer: Tracer; close: StopTracing } {
  logExportErrors(logger);
  const exporter = new OTLPTraceExporter({
    url: tracesUrl(endpoint),
    headers: headersOf(OTEL_EXPORTER_OTLP_HEADERS),
    timeoutMillis: SEND_MS,
  });
  const processor = new BatchSpanProcessor({
    exporter,
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: SEND_MS,
    maxQueueSize: MAX_QUEUED_SPANS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'secure-preview' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [processor],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const close = async (): Promise<void> => {
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, LAST_SEND_MS).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
    context.disable();
    diag.disable();
  };
  return { tracer: provider.getTracer('secure-preview'), close };
}
