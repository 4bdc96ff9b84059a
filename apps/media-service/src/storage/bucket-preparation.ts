import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Logger } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import { ObjectStore } from './object-store.js';

/** Milliseconds between tries while the store is away. */
const RETRY_MS = 2000;

/** Makes the bucket at start, and keeps trying while the store is away; the service answers meanwhile. */
@Injectable()
export class BucketPreparation implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private state = 'not prepared yet';

  constructor(
    private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    void this.attempt();
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** `ok`, or why the bucket cannot be used yet. */
  describe(): string {
    return this.state;
  }

  private async attempt(): Promise<void> {
    try {
      await this.store.prepareBucket();
      this.state = 'ok';
    } catch (error) {
      this.state = 'object storage is away';
      this.logger.warn({ err: error }, 'the bucket could not be prepared; trying again');
      if (!this.stopped) this.timer = setTimeout(() => void this.attempt(), RETRY_MS).unref();
    }
  }
}
