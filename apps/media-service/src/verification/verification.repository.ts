import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { TrailerNotice } from '@secure-preview/contracts';
import { Any, DataSource, IsNull } from 'typeorm';
import { enqueueForTrailer } from '../job-queue/enqueue.js';
import { RenditionEntity } from '../playback/rendition.entity.js';
import { keepObject } from '../storage/object-claims.queries.js';
import { StoredObjectEntity } from '../storage/stored-object.entity.js';
import { lockPointer } from '../trailers/active-trailer.queries.js';
import { TrailerEntity } from '../trailers/trailer.entity.js';
import type { BrokenTrailer, GivenUpTrailer, KeptObject, StoredTrailer } from './finding.js';
import { canPlayWithout, failTrailer, processAgain, retireRenditions } from './repair-trailer.queries.js';
import {
  deletePosterObject,
  lockStored,
  markReturned,
  selectGivenUp,
  selectKept,
  selectStored,
} from './verification.queries.js';

/** Reads and repairs the database's record of what is in storage. */
@Injectable()
export class VerificationRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Returns those of the keys that the database knows, for whatever purpose. */
  async known(keys: readonly string[]): Promise<Set<string>> {
    const rows = await this.dataSource.manager.find(StoredObjectEntity, {
      select: { key: true },
      where: { key: Any([...keys]) },
    });
    return new Set(rows.map(({ key }) => key));
  }

  /** Returns all objects to be kept, except those of retired renditions and of failed trailers. */
  kept(): Promise<KeptObject[]> {
    return selectKept(this.dataSource);
  }

  /** Returns trailers that failed because of lost objects. */
  givenUp(): Promise<GivenUpTrailer[]> {
    return selectGivenUp(this.dataSource);
  }

  async trailerOfRendition(renditionId: string): Promise<string | undefined> {
    const rendition = await this.dataSource.manager.findOneBy(RenditionEntity, { id: renditionId });
    return rendition?.trailerId;
  }

  trailer(id: string): Promise<StoredTrailer | undefined> {
    return selectStored(this.dataSource, id);
  }

  /** Releases a kept object that nothing needs to the sweep. */
  async release(key: string): Promise<void> {
    const kept = { key, deleteAfter: IsNull() };
    await this.dataSource.manager.update(StoredObjectEntity, kept, {
      deleteAfter: () => 'clock_timestamp()',
    });
  }

  /** Removes the record of an object that nothing needs. The object itself is never deleted. */
  async forget(key: string): Promise<void> {
    await this.dataSource.manager.delete(StoredObjectEntity, { key, deleteAfter: IsNull() });
  }

  /** Removes a poster with a lost picture from every trailer. */
  async removePoster(posterId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.update(TrailerEntity, { posterId }, { posterId: null });
      await deletePosterObject(manager, posterId);
    });
  }

  /**
   * Repairs a trailer with lost objects. Retires renditions while others are playable. Otherwise processes
   * the trailer again if its upload exists. Otherwise fails it with `failure` and deactivates it. The
   * failure can be undone: all objects that it was played from, and its key, are kept.
   *
   * @param sourceUsable whether storage holds the upload as it was accepted
   */
  repair(
    { id, renditionIds, sourceMissing }: BrokenTrailer,
    sourceUsable: boolean,
    failure: TrailerNotice,
  ): Promise<'retired' | 'requeued' | 'failed' | 'gone'> {
    return this.dataSource.transaction(async (manager) => {
      await lockPointer(manager);
      const trailer = await lockStored(manager, id);
      if (trailer === undefined || !['processing', 'ready'].includes(trailer.status)) return 'gone';
      if (trailer.status === 'ready' && (await canPlayWithout(manager, id, renditionIds))) {
        await retireRenditions(manager, id, renditionIds, sourceMissing);
        return 'retired';
      }
      if (sourceUsable && (await keepObject(manager, trailer.sourceKey))) {
        await processAgain(manager, id);
        return 'requeued';
      }
      await failTrailer(manager, id, failure);
      return 'failed';
    });
  }

  /** Makes a failed trailer one that can be shown again. */
  bringBack(id: string): Promise<'returned' | 'gone'> {
    return this.dataSource.transaction(async (manager) => {
      const trailer = await markReturned(manager, id);
      if (trailer === undefined) return 'gone';
      if (!trailer.ladderDone) await enqueueForTrailer(manager, 'finish-trailer', { trailerId: id });
      return 'returned';
    });
  }
}
