import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { HOUR_MS } from '@secure-preview/contracts';
import { type Logger, RepeatingTask } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import { repairedSummaries } from './recount.metrics.js';
import { missingPeopleChecks, peopleChecks } from './recount.queries.js';
import { RecountRepository } from './recount.repository.js';

/**
 * Adds the people of leads that an earlier version stored, also while it still runs beside this one. At the start, and
 * once an hour.
 */
@Injectable()
export class PeopleCatchUpService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task: RepeatingTask;

  constructor(
    private readonly recounts: RecountRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.task = new RepeatingTask(
      () => this.run(),
      HOUR_MS,
      (error) => logger.warn({ err: error }, 'cannot add people of earlier leads'),
    );
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /**
   * Locks the tables only if something differs. Reports what it repairs: unless an earlier version has stored leads, a
   * difference is a bug.
   */
  async run(): Promise<void> {
    let differing = 0;
    for (const check of missingPeopleChecks) differing += (await this.recounts.compare(check)).differing;
    if (differing === 0) return;
    const repaired = (await this.recounts.repair(peopleChecks)).filter(({ differing }) => differing > 0);
    for (const { name, differing } of repaired) repairedSummaries.inc({ summary: name }, differing);
    this.logger.warn({ repaired }, 'repaired people that differed from their leads');
  }
}
