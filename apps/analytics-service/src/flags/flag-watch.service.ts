import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { type Logger, RepeatingTask } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import type { LookBack } from './flag-checks.js';
import { FlagWatchRepository } from './flag-watch.repository.js';
import { flagChecksFailed, flagsRaised } from './flags.metrics.js';

const EVERY_MS = 10_000;
const DAY_SECONDS = 24 * 60 * 60;
/** How far passes look back at visits. Deliveries may be dated back by ten minutes. */
const VISITS_SECONDS = 15 * 60;
/** Time in which a transaction that records deliveries commits. */
const COMMIT_SECONDS = 30;

/**
 * Raises flags (docs/product.md#flags): looks every 10 s at what has changed. All state is in the database, so a pass
 * that is killed loses nothing.
 */
@Injectable()
export class FlagWatchService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task: RepeatingTask;
  /** Start of the last pass that ended, in milliseconds of `performance.now()`. */
  private lastPassAt: number | undefined;

  constructor(
    private readonly watch: FlagWatchRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.task = new RepeatingTask(
      () => this.run(),
      EVERY_MS,
      (error) => logger.warn({ err: error }, 'cannot look for flags'),
    );
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /** Looks at what has changed since the last pass; at first, at visits of the last 24 hours. */
  async run(): Promise<void> {
    const startedAt = performance.now();
    const raised = await this.watch.pass(this.lookBack(startedAt), (check, error) => {
      flagChecksFailed.inc({ check });
      this.logger.warn({ err: error, check }, 'cannot check for flags');
    });
    if (raised === undefined) return;
    this.lastPassAt = startedAt;
    for (const kind of raised) flagsRaised.inc({ kind });
    if (raised.length > 0) this.logger.info({ kinds: raised }, 'raised flags');
  }

  private lookBack(now: number): LookBack {
    // Deliveries that gateways kept while the service was away are recorded after its start. Those of a day would be
    // too many to read at once.
    if (this.lastPassAt === undefined) return { visits: DAY_SECONDS, deliveries: VISITS_SECONDS };
    const sinceLast = (now - this.lastPassAt) / 1000;
    return {
      visits: Math.min(VISITS_SECONDS + sinceLast, DAY_SECONDS),
      deliveries: Math.min(COMMIT_SECONDS + sinceLast, VISITS_SECONDS),
    };
  }
}
