import type { Checks } from '../health/dependency-checks.js';
import { startInternalServer } from '../health/internal-server.js';
import type { Logger } from '../logging/logger.js';
import { startTracing, type TracingSettings } from '../tracing/start-tracing.js';
import { onShutdown } from './on-shutdown.js';

export interface ProcessOptions {
  /** Names the process in traces. */
  name: string;
  tracing: TracingSettings;
  internal: { host: string; port: number | undefined };
  /** Called for each health check, so the result may change while the application starts. */
  checks: () => Checks;
  /** Ends the application. Health and tracing end after it. */
  close: () => Promise<void>;
  logger: Logger;
}

/**
 * Starts what every process needs besides its application: tracing, health, metrics and graceful shutdown.
 * Call it before connections are made, and before the application starts, since that waits for its database.
 *
 * @returns the port of health and metrics
 */
export async function startProcess(options: ProcessOptions): Promise<number | undefined> {
  const { name, tracing, checks, close, logger } = options;
  const { host, port } = options.internal;
  const stopTracing = await startTracing(name, tracing, logger);
  const internal = port === undefined ? undefined : await startInternalServer({ host, port, checks, logger });
  onShutdown(async () => {
    await close();
    await internal?.close();
    await stopTracing();
  }, logger);
  return internal?.port;
}
