import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type Logger, RepeatingTask } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import { BucketMissingError, ObjectStore } from './object-store.js';

/** Milliseconds between two checks of the store. */
const CHECK_INTERVAL_MS = 5000;
/** Limit for the response of a healthy store, in milliseconds. */
const RESPONSE_MS = 2000;

/**
 * Creates the bucket at start unless the database already lists objects to keep. Retries while the store is
 * unavailable. Afterwards checks the bucket at intervals. The service handles calls meanwhile.
 */
@Injectable()
export class BucketPreparationService implements OnModuleInit, OnApplicationShutdown {
  private readonly task: RepeatingTask;
  private state = 'not prepared yet';
  private prepared = false;
  private failures = 0;

  constructor(
    private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.task = new RepeatingTask(
      () => this.check(),
      CHECK_INTERVAL_MS,
      (err) => this.logger.warn({ err }, 'the bucket cannot be used; trying again'),
    );
  }

  onModuleInit(): void {
    this.task.start();
  }

  onApplicationShutdown(): void {
    // A hanging store must not delay the shutdown.
    void this.task.stop();
  }

  /** Returns `ok`, or why the bucket cannot be used. */
  describe(): string {
    return this.state;
  }

  private async check(): Promise<void> {
    try {
      if (!this.prepared || !(await this.store.hasBucket(RESPONSE_MS))) await this.store.prepareBucket();
    } catch (error) {
      this.failures += 1;
      // A single slow response is not an outage.
      if (!this.prepared || this.failures > 1) {
        this.state = error instanceof BucketMissingError ? error.message : 'object storage is unavailable';
      }
      throw error;
    }
    if (this.prepared && this.state !== 'ok') this.logger.info('the bucket can be used again');
    this.prepared = true;
    this.failures = 0;
    this.state = 'ok';
  }
}
