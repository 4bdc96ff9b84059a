import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { readIndex, type TrailerIndex } from '@secure-preview/marking';
import { DataSource } from 'typeorm';
import { enqueueIndexing } from '../../job-queue/enqueue.js';
import {
  lacksIndex,
  type MarkCheckResult,
  replaceIndex,
  selectErased,
  selectForgotten,
  selectIndexBytes,
  selectIndexed,
} from './mark-index.queries.js';

/** A version with which clips can be compared. */
export interface IndexedTrailer {
  readonly trailerId: string;
  readonly title: string;
  readonly createdAt: Date;
}

/** The indexes by which clips are found in trailers, and the segments that carry no mark. */
@Injectable()
export class MarkIndexRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Returns all versions with an index, newest first. */
  list(): Promise<IndexedTrailer[]> {
    return selectIndexed(this.dataSource);
  }

  /** Returns the index of a version; undefined without any. It has about 60 kB for each second, so read one at a time. */
  read(trailerId: string): Promise<{ index: TrailerIndex; erased: ReadonlySet<number> } | undefined> {
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const erased = await selectErased(manager, trailerId);
      if (erased === undefined) return undefined;
      const bytes = await selectIndexBytes(manager, trailerId);
      return bytes.length === 0 ? undefined : { index: readIndex(bytes), erased: new Set(erased) };
    });
  }

  /** Returns whether a marked trailer is complete, and has no index of the current format. */
  lacks(trailerId: string): Promise<boolean> {
    return lacksIndex(this.dataSource, trailerId);
  }

  /**
   * Stores an index and the result of the check, instead of earlier ones. Does nothing if the trailer was deleted.
   *
   * @param index null if the trailer is too long to be compared
   */
  async replace(trailerId: string, result: MarkCheckResult, index: Uint8Array | null): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await replaceIndex(manager, trailerId, result, index);
    });
  }

  /** Adds a job for each trailer that lacks an index and has no job for it. */
  async enqueueForgotten(): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      for (const trailerId of await selectForgotten(manager)) await enqueueIndexing(manager, { trailerId });
    });
  }

  /** Adds a job that tries again to index a trailer. */
  retry(trailerId: string, storageWaits: number, delaySeconds: number): Promise<void> {
    return enqueueIndexing(this.dataSource, { trailerId, storageWaits }, delaySeconds);
  }
}
