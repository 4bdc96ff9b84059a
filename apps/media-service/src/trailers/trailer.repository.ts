import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AppError } from '@secure-preview/contracts';
import type { Origin } from '@secure-preview/service-kit';
import { DataSource } from 'typeorm';
import { finishCommand, isFinishedCommand } from '../commands/finished-command.queries.js';
import { MEDIA_ENVIRONMENT, type MediaEnvironment } from '../environment.js';
import { enqueue } from '../job-queue/enqueue.js';
import { keepPoster, releasePoster } from '../posters/poster-claims.queries.js';
import { releaseTrailerObjects } from '../storage/object-claims.queries.js';
import { acceptTrailer } from './accept-trailer.queries.js';
import { lockActiveTrailer, setActiveTrailer } from './active-trailer.queries.js';
import { cancelProcessing } from './cancel-processing.queries.js';
import { copyCaptions, selectKeptSource } from './kept-source.queries.js';
import { TrailerEntity } from './trailer.entity.js';
import { type DetailedTrailer, isFinished, type NewTrailer, type Trailer } from './trailer.js';
import {
  lockTrailer,
  selectCreated,
  selectNewest,
  selectShown,
  selectTrailer,
  selectUploaded,
} from './trailer.queries.js';

@Injectable()
export class TrailerRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(MEDIA_ENVIRONMENT)
    private readonly environment: Pick<MediaEnvironment, 'KEEP_SOURCE' | 'REPLACED_TRAILER_DAYS'>,
  ) {}

  find(id: string): Promise<Trailer | undefined> {
    return selectTrailer(this.dataSource, id);
  }

  /** Returns the trailer that a command created, or that was created from an upload. */
  findAccepted(by: { commandId: string } | { sourceKey: string }): Promise<Trailer | undefined> {
    return 'commandId' in by
      ? selectCreated(this.dataSource, by.commandId)
      : selectUploaded(this.dataSource, by.sourceKey);
  }

  /** Returns trailers, newest first. */
  list(limit: number): Promise<DetailedTrailer[]> {
    return selectNewest(this.dataSource, limit);
  }

  /** Returns the trailer that viewers are shown: the active one, else the newest still being processed. */
  shown(): Promise<Trailer | undefined> {
    return selectShown(this.dataSource);
  }

  /**
   * Stores a trailer and its processing job in one transaction, which also protects upload and poster from the sweep.
   * Returns the existing trailer if the command or the upload already has one.
   *
   * @throws AppError `UPLOAD_MISSING` if the sweep is already removing the upload
   */
  async accept(trailer: NewTrailer, commandId: string, origin: Origin): Promise<Trailer> {
    await this.dataSource.transaction((manager) => acceptTrailer(manager, trailer, commandId, origin));
    const accepted =
      (await this.findAccepted({ sourceKey: trailer.source.key })) ??
      (await this.findAccepted({ commandId }));
    if (accepted === undefined) throw new AppError('UPLOAD_MISSING');
    return accepted;
  }

  /** Returns key and ETag of the upload of a trailer; undefined if it is not kept. */
  keptSource(id: string): Promise<{ key: string; etag: string } | undefined> {
    return selectKeptSource(this.dataSource, id);
  }

  /**
   * Stores a version of a trailer, with its texts, poster and captions, and its processing job. Returns undefined if the
   * trailer does not exist.
   *
   * @throws AppError `UPLOAD_MISSING` if the sweep is already removing the upload
   */
  acceptVersionOf(
    trailerId: string,
    version: Pick<NewTrailer, 'id' | 'source' | 'markSegmentSeconds'>,
    commandId: string,
    origin: Origin | undefined,
  ): Promise<Trailer | undefined> {
    return this.dataSource.transaction(async (manager) => {
      const trailer = await lockTrailer(manager, trailerId);
      const repeated = await selectCreated(manager, commandId);
      if (repeated !== undefined || trailer === undefined) return repeated;
      const { title, description, posterId } = trailer;
      const accepted = { ...version, title, description, posterId, warning: null };
      await acceptTrailer(manager, accepted, commandId, origin);
      await copyCaptions(manager, trailerId, version.id, commandId);
      return selectTrailer(manager, version.id);
    });
  }

  /**
   * Sets the poster of a trailer; returns undefined if the trailer does not exist.
   *
   * @throws AppError `UPLOAD_MISSING` if the sweep is already removing the poster
   */
  setPoster(id: string, posterId: string): Promise<Trailer | undefined> {
    return this.dataSource.transaction(async (manager) => {
      const trailer = await lockTrailer(manager, id);
      if (trailer === undefined) return undefined;
      if (!(await keepPoster(manager, posterId))) throw new AppError('UPLOAD_MISSING');
      await manager.update(TrailerEntity, { id }, { posterId, warning: null });
      if (trailer.posterId !== posterId) {
        await releasePoster(manager, trailer.posterId, this.environment.REPLACED_TRAILER_DAYS);
      }
      return selectTrailer(manager, id);
    });
  }

  async setDescription(id: string, description: string | null): Promise<Trailer | undefined> {
    await this.dataSource.manager.update(TrailerEntity, { id }, { description });
    return this.find(id);
  }

  /** @throws AppError `TRAILER_NOT_READY`, `TRAILER_EXPIRED` */
  activate(id: string): Promise<Trailer | undefined> {
    return this.dataSource.transaction(async (manager) => {
      await lockActiveTrailer(manager);
      const trailer = await lockTrailer(manager, id);
      if (trailer === undefined) return undefined;
      if (trailer.status === 'expired') throw new AppError('TRAILER_EXPIRED');
      if (trailer.status !== 'ready') throw new AppError('TRAILER_NOT_READY');
      await setActiveTrailer(manager, id);
      return selectTrailer(manager, id);
    });
  }

  /**
   * Ends the processing. An unplayable trailer fails; a playable trailer keeps its renditions. Repeated calls change
   * nothing.
   *
   * @throws AppError `TRAILER_NOT_PROCESSING`
   */
  cancel(id: string): Promise<Trailer | undefined> {
    return this.dataSource.transaction(async (manager) => {
      const trailer = await lockTrailer(manager, id);
      if (trailer === undefined || (trailer.cancelled && isFinished(trailer))) return trailer;
      if (isFinished(trailer)) throw new AppError('TRAILER_NOT_PROCESSING');
      await cancelProcessing(manager, id, this.environment.KEEP_SOURCE);
      return selectTrailer(manager, id);
    });
  }

  /** Removes a trailer; returns false if it does not exist. @throws AppError `TRAILER_IS_ACTIVE` */
  remove(id: string, commandId: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      if (await isFinishedCommand(manager, commandId)) return true;
      await lockActiveTrailer(manager);
      const trailer = await lockTrailer(manager, id);
      if (trailer === undefined) return false;
      if (trailer.active) throw new AppError('TRAILER_IS_ACTIVE');
      await releaseTrailerObjects(manager, id);
      await manager.delete(TrailerEntity, { id });
      await releasePoster(manager, trailer.posterId, 0);
      await finishCommand(manager, commandId);
      await enqueue(manager, 'sweep', {}, 'sweep');
      return true;
    });
  }
}
