import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull } from 'typeorm';
import { StoredObjectEntity } from './stored-object.entity.js';
import {
  announceForAttempt,
  awaitLateUpload,
  IN_A_DAY,
  lockOutBackups,
  markDue,
  removeDue,
} from './stored-object.queries.js';

/**
 * Records the stored objects. A key is recorded before its object is stored, with a time after which the object may be
 * deleted. The transaction that makes the object part of a trailer clears that time.
 */
@Injectable()
export class StoredObjectsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Records objects before they are stored. The sweep deletes them after a day unless they are used by then. */
  async announce(keys: readonly string[]): Promise<void> {
    await this.dataSource.manager.insert(
      StoredObjectEntity,
      keys.map((key) => ({ key, deleteAfter: () => IN_A_DAY })),
    );
  }

  /** Records the objects that one processing attempt is about to store. */
  announceForAttempt(
    keys: readonly string[],
    attempt: { trailerId: string; attemptId: string },
  ): Promise<void> {
    return announceForAttempt(this.dataSource, keys, attempt);
  }

  /** Returns whether the database lists an object to keep. */
  keepsAny(): Promise<boolean> {
    return this.dataSource.manager.existsBy(StoredObjectEntity, { deleteAfter: IsNull() });
  }

  /**
   * Marks and returns up to `limit` due keys, which can then no longer be kept. Returns none during a backup.
   */
  takeDue(limit: number): Promise<string[]> {
    return this.dataSource.transaction(async (manager) =>
      (await lockOutBackups(manager)) ? markDue(manager, limit) : [],
    );
  }

  /**
   * Removes the row of a deleted object. A valid upload URL could create the object again, so such a key is deleted
   * once more an hour after the URL was issued.
   */
  async forget(key: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await awaitLateUpload(manager, key);
      await removeDue(manager, key);
    });
  }
}
