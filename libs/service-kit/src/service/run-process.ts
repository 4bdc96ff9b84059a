import type * as z from 'zod';
import { environmentOrExit } from '../environment/environment-or-exit.js';
import type { processEnvironment } from '../environment/variables.js';
import { startInternalServer } from '../health/internal-server.js';
import { createLogger, type Logger } from '../logging/logger.js';
import { startTracing } from '../tracing/start-tracing.js';
import type { Application } from './application.js';
import { onShutdown } from './on-shutdown.js';

export interface ProcessOptions<Environment extends z.ZodObject> {
  /** Names the process in logs and traces. */
  name: string;
  /** Schema of its settings. */
  environment: Environment;
  application: (settings: z.output<Environment>, logger: Logger) => Application;
}

/**
 * Runs a process of the portal: sets up settings, logs, traces, metrics, health and shutdown, then starts its
 * application. Exits with 1 if a setting is invalid. Metrics and health are available while the application
 * waits for its servers. At shutdown, the application closes first, so its last spans are sent.
 */
export async function runProcess<Environment extends z.ZodObject<typeof processEnvironment>>({
  name,
  environment,
  application,
}: ProcessOptions<Environment>): Promise<void> {
  const settings = environmentOrExit(environment);
  const logger = createLogger({ service: name, level: settings.LOG_LEVEL });
  const stopTracing = await startTracing(name, settings, logger);
  const { checks, start, close } = application(settings, logger);
  const { INTERNAL_HOST: host, INTERNAL_PORT: port } = settings;
  const internal = port === undefined ? undefined : await startInternalServer({ host, port, checks, logger });
  const closing = new AbortController();
  onShutdown(async () => {
    closing.abort();
    await close();
    await internal?.close();
    await stopTracing();
  }, logger);
  await start(closing.signal);
  if (!closing.signal.aborted) logger.info({ internalPort: internal?.port }, `${name} is serving`);
}
