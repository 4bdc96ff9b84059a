import { Injectable } from '@nestjs/common';
import { ObjectStore } from './object-store.js';
import { StoredObjectsRepository } from './stored-objects.repository.js';

const BATCH = 50;

/** Deletes objects whose time has come. Any number of sweeps may run at once. */
@Injectable()
export class Sweeper {
  constructor(
    private readonly ledger: StoredObjectsRepository,
    private readonly store: ObjectStore,
  ) {}

  /** @returns how many objects were deleted */
  async sweep(stop: AbortSignal): Promise<number> {
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
