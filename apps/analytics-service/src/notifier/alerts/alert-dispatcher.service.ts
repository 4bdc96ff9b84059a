import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Logger, RepeatingTask } from '@secure-preview/service-kit';
import { LOGGER } from '../../environment.js';
import { AlertQueueRepository } from './alert-queue.repository.js';

/** Milliseconds between two polls for alerts. */
const POLL_MS = 1000;

/** Turns the alerts of the outbox into mails and webhooks when they are due. */
@Injectable()
export class AlertDispatcherService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: RepeatingTask;

  constructor(queue: AlertQueueRepository, @Inject(LOGGER) logger: Logger) {
    this.task = new RepeatingTask(
      () => queue.dispatch(),
      POLL_MS,
      (error) => logger.warn({ err: error }, 'the alerts in the outbox cannot be read'),
    );
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }
}
