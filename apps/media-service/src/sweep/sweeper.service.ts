import { Inject, Injectable } from '@nestjs/common';
import { MEDIA_ENVIRONMENT, type MediaEnvironment } from '../environment.js';
import { ObjectStore } from '../storage/object-store.js';
import { StoredObjectsRepository } from '../storage/stored-objects.repository.js';
import { RetentionRepository } from './retention.repository.js';

const BATCH = 50;

/** Expires replaced trailers and deletes objects that are due. Any number of sweeps may run at once. */
@Injectable()
export class SweeperService {
  constructor(
    private readonly ledger: StoredObjectsRepository,
    private readonly store: ObjectStore,
    private readonly retention: RetentionRepository,
    @Inject(MEDIA_ENVIRONMENT) private readonly settings: Pick<MediaEnvironment, 'REPLACED_TRAILER_DAYS'>,
  ) {}

  /** Runs one sweep. @returns the number of objects deleted */
  async sweep(stop: AbortSignal): Promise<number> {
    while (await this.retention.expireOne(this.settings.REPLACED_TRAILER_DAYS)) stop.throwIfAborted();
    let deleted = 0;
    for (;;) {
      const keys = await this.ledger.takeDue(BATCH);
      for (const key of keys) {
        stop.throwIfAborted();
        await this.store.delete(key);
        await this.ledger.forget(key);
        deleted += 1;
      }
      if (keys.length < BATCH) return deleted;
    }
  }
}
