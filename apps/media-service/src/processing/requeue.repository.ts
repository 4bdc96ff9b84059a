import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { isUuid } from '@secure-preview/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { enqueueForTrailer } from '../job-queue/enqueue.js';
import { removeRenditions } from '../playback/remove-renditions.queries.js';
import { keepObject } from '../storage/object-claims.queries.js';
import { TrailerEntity } from '../trailers/trailer.entity.js';
import { isJobTaken, lockUnfinished, restartFailed, selectWaiting } from './requeue.queries.js';

/** Outcome of requeueing a trailer. */
export type Requeued =
  | 'requeued'
  /** A worker is processing the trailer. */
  | 'working'
  /** Nothing is left to do for the trailer. */
  | 'finished'
  /** The upload has been deleted. */
  | 'upload gone'
  | 'unknown';

export interface RequeueCandidate {
  readonly title: string;
  readonly status: TrailerEntity['status'];
  readonly sourceKey: string;
  readonly sourceEtag: string;
}

/** Enqueues a job that is due at once and has all its attempts. Replaces a waiting job of the same kind. */
const enqueueNow = (manager: EntityManager, id: string, status: TrailerEntity['status']) =>
  enqueueForTrailer(manager, status === 'ready' ? 'finish-trailer' : 'process-trailer', { trailerId: id });

@Injectable()
export class RequeueRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Returns unfinished trailers, oldest first. Includes failed trailers if requested. */
  waiting({ failed }: { failed: boolean }): Promise<string[]> {
    return selectWaiting(this.dataSource, failed);
  }

  async find(id: string): Promise<RequeueCandidate | undefined> {
    if (!isUuid(id)) return undefined;
    return (await this.dataSource.manager.findOneBy(TrailerEntity, { id })) ?? undefined;
  }

  /** Enqueues a job that starts at once for an unfinished trailer, unless a worker is processing it. */
  resume(id: string): Promise<Requeued> {
    return this.dataSource.transaction(async (manager) => {
      const status = await lockUnfinished(manager, id);
      if (status === undefined) return 'finished';
      if (await isJobTaken(manager, id)) return 'working';
      await manager.update(TrailerEntity, { id }, { lostAttempts: 0 });
      await enqueueNow(manager, id, status);
      return 'requeued';
    });
  }

  /** Restarts a failed trailer from its upload, unless the sweep has deleted the upload. */
  restart(id: string): Promise<Requeued> {
    return this.dataSource
      .transaction(async (manager) => {
        const sourceKey = await restartFailed(manager, id);
        if (sourceKey === undefined) return 'finished';
        if (!(await keepObject(manager, sourceKey))) throw new UploadSweptError();
        // A trailer that failed because of lost objects still has its remaining renditions.
        await removeRenditions(manager, id);
        await enqueueNow(manager, id, 'processing');
        return 'requeued';
      })
      .catch((error: unknown) => {
        if (error instanceof UploadSweptError) return 'upload gone';
        throw error;
      });
  }
}

/** Thrown to roll back the transaction. */
class UploadSweptError extends Error {}
