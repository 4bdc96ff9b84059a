import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type Logger, Repeated } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import { BucketMissingError, ObjectStore } from './object-store.js';

/** Milliseconds between two looks at the store. */
const LOOK_MS = 5000;
/** Milliseconds within which a store that is well tells of the bucket. */
const ANSWER_MS = 2000;

/**
 * Makes the bucket at start unless objects are kept already, keeps trying while the store is away, and looks from then
 * on whether the bucket can still be used; the service answers meanwhile.
 */
@Injectable()
export class BucketPreparationService implements OnModuleInit, OnApplicationShutdown {
  private readonly duty: Repeated;
  private state = 'not prepared yet';
  private prepared = false;
  private failures = 0;

  constructor(
    private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.duty = new Repeated(
      () => this.look(),
      LOOK_MS,
      (err) => this.logger.warn({ err }, 'the bucket cannot be used; trying again'),
    );
  }

  onModuleInit(): void {
    this.duty.start();
  }

  onApplicationShutdown(): void {
    // A store that hangs must not hold up the end.
    void this.duty.stop();
  }

  /** `ok`, or why the bucket cannot be used now. */
  describe(): string {
    return this.state;
  }

  private async look(): Promise<void> {
    try {
      if (!this.prepared || !(await this.store.hasBucket(ANSWER_MS))) await this.store.prepareBucket();
    } catch (error) {
      this.failures += 1;
      // A single slow answer is no outage.
      if (!this.prepared || this.failures > 1) {
        this.state = error instanceof BucketMissingError ? error.message : 'object storage is away';
      }
      throw error;
    }
    if (this.prepared && this.state !== 'ok') this.logger.info('the bucket can be used again');
    this.prepared = true;
    this.failures = 0;
    this.state = 'ok';
  }
}
