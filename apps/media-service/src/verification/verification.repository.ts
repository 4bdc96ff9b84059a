import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { TrailerNotice } from '@secure-preview/contracts';
import { Any, DataSource, IsNull } from 'typeorm';
import { enqueueForTrailer } from '../job-queue/enqueue.js';
import { RenditionEntity } from '../playback/rendition.entity.js';
import { keepObject } from '../storage/object-claims.queries.js';
import { StoredObjectEntity } from '../storage/stored-object.entity.js';
import { lockActiveTrailer } from '../trailers/active-trailer.queries.js';
import { TrailerEntity } from '../trailers/trailer.entity.js';
import type { BrokenTrailer, KeptObject, LostTrailer, TrailerStorageFacts } from './finding.js';
import { canPlayWithout, failTrailer, processAgain, retireRenditions } from './repair-trailer.queries.js';
import {
  deletePosterObject,
  lockForRepair,
  markReturned,
  selectKeptObjects,
  selectLostTrailers,
  selectStorageFacts,
} from './verification.queries.js';

/** Reads and repairs the database records of stored objects. */
@Injectable()
export class VerificationRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Returns the keys that the database contains. */
  async known(keys: readonly string[]): Promise<Set<string>> {
    const rows = await this.dataSource.manager.find(StoredObjectEntity, {
      select: { key: true },
      where: { key: Any([...keys]) },
    });
    return new Set(rows.map(({ key }) => key));
  }

  /** Returns all objects to be kept, except those of retired renditions and of failed trailers. */
  kept(): Promise<KeptObject[]> {
    return selectKeptObjects(this.dataSource);
  }

  /** Returns trailers that failed because of lost objects. */
  givenUp(): Promise<LostTrailer[]> {
    return selectLostTrailers(this.dataSource);
  }

  async trailerOfRendition(renditionId: string): Promise<string | undefined> {
    const rendition = await this.dataSource.manager.findOneBy(RenditionEntity, { id: renditionId });
    return rendition?.trailerId;
  }

  trailer(id: string): Promise<TrailerStorageFacts | undefined> {
    return selectStorageFacts(this.dataSource, id);
  }

  /** Releases an unneeded object to the sweep. */
  async release(key: string): Promise<void> {
    const kept = { key, deleteAfter: IsNull() };
    await this.dataSource.manager.update(StoredObjectEntity, kept, {
      deleteAfter: () => 'clock_timestamp()',
    });
  }

  /** Removes the record of an unneeded object. Never deletes the object itself. */
  async forget(key: string): Promise<void> {
    await this.dataSource.manager.delete(StoredObjectEntity, { key, deleteAfter: IsNull() });
  }

  /** Removes a poster with a missing image from every trailer. */
  async removePoster(posterId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.update(TrailerEntity, { posterId }, { posterId: null });
      await deletePosterObject(manager, posterId);
    });
  }

  /**
   * Repairs a trailer with lost objects. Retires renditions while others are playable. Otherwise processes
   * the trailer again if its upload exists. Otherwise fails it with `failure` and deactivates it. The
   * failure can be undone, because its objects and its key are kept.
   *
   * @param sourceUsable whether the accepted upload is in storage
   */
  repair(
    { id, renditionIds, sourceMissing }: BrokenTrailer,
    sourceUsable: boolean,
    failure: TrailerNotice,
  ): Promise<'retired' | 'requeued' | 'failed' | 'gone'> {
    return this.dataSource.transaction(async (manager) => {
      await lockActiveTrailer(manager);
      const trailer = await lockForRepair(manager, id);
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

  /** Makes a failed trailer ready again. */
  bringBack(id: string): Promise<'returned' | 'gone'> {
    return this.dataSource.transaction(async (manager) => {
      const trailer = await markReturned(manager, id);
      if (trailer === undefined) return 'gone';
      if (!trailer.ladderDone) await enqueueForTrailer(manager, 'finish-trailer', { trailerId: id });
      return 'returned';
    });
  }
}
