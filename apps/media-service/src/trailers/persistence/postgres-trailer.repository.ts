import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AppError } from '@secure-preview/contracts';
import type { Origin } from '@secure-preview/service-kit';
import { DataSource } from 'typeorm';
import { SHOWN } from '../../access/shown-trailer.queries.js';
import { MEDIA_ENVIRONMENT, type MediaEnvironment } from '../../environment.js';
import { enqueue } from '../../job-queue/enqueue.js';
import { keepPoster, releasePoster, releaseTrailerObjects } from '../../storage/object-claims.queries.js';
import { type DetailedTrailer, isFinished, type NewTrailer, type Trailer } from '../trailer.js';
import { TrailerRepository } from '../trailer.repository.js';
import { acceptTrailer } from './accept-trailer.js';
import { cancelProcessing } from './cancel-processing.js';
import { lockPointer, lockTrailer, selectNewest, selectTrailer, selectTrailers } from './trailer-rows.js';

@Injectable()
export class PostgresTrailerRepository extends TrailerRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(MEDIA_ENVIRONMENT)
    private readonly environment: Pick<MediaEnvironment, 'KEEP_SOURCE' | 'REPLACED_TRAILER_DAYS'>,
  ) {
    super();
  }

  find(id: string): Promise<Trailer | undefined> {
    return selectTrailer(this.dataSource, id);
  }

  async findAccepted(by: { commandId: string } | { sourceKey: string }): Promise<Trailer | undefined> {
    const [trailer] =
      'commandId' in by
        ? await selectTrailers(this.dataSource, 'WHERE t.command_id = $1', [by.commandId])
        : await selectTrailers(this.dataSource, 'WHERE t.source_key = $1', [by.sourceKey]);
    return trailer;
  }

  list(limit: number): Promise<DetailedTrailer[]> {
    return selectNewest(this.dataSource, limit);
  }

  async shown(): Promise<Trailer | undefined> {
    const [trailer] = await selectTrailers(this.dataSource, SHOWN);
    return trailer;
  }

  async accept(trailer: NewTrailer, commandId: string, origin: Origin): Promise<Trailer> {
    await this.dataSource.transaction((manager) => acceptTrailer(manager, trailer, commandId, origin));
    const accepted =
      (await this.findAccepted({ sourceKey: trailer.source.key })) ??
      (await this.findAccepted({ commandId }));
    if (accepted === undefined) throw new AppError('UPLOAD_MISSING');
    return accepted;
  }

  setPoster(id: string, posterId: string): Promise<Trailer | undefined> {
    return this.dataSource.transaction(async (manager) => {
      const trailer = await lockTrailer(manager, id);
      if (trailer === undefined) return undefined;
      if (!(await keepPoster(manager, posterId))) throw new AppError('UPLOAD_MISSING');
      await manager.query('UPDATE trailer SET poster_id = $2, warning = NULL WHERE id = $1', [id, posterId]);
      if (trailer.posterId !== posterId) {
        await releasePoster(manager, trailer.posterId, this.environment.REPLACED_TRAILER_DAYS);
      }
      return selectTrailer(manager, id);
    });
  }

  async setDescription(id: string, description: string | null): Promise<Trailer | undefined> {
    await this.dataSource.query('UPDATE trailer SET description = $2 WHERE id = $1', [id, description]);
    return this.find(id);
  }

  activate(id: string): Promise<Trailer | undefined> {
    return this.dataSource.transaction(async (manager) => {
      await lockPointer(manager);
      const trailer = await lockTrailer(manager, id);
      if (trailer === undefined) return undefined;
      if (trailer.status === 'expired') throw new AppError('TRAILER_EXPIRED');
      if (trailer.status !== 'ready') throw new AppError('TRAILER_NOT_READY');
      await manager.query(
        `INSERT INTO active_trailer (trailer_id) VALUES ($1)
         ON CONFLICT (only_row) DO UPDATE SET trailer_id = $1, chosen_at = clock_timestamp()`,
        [id],
      );
      return selectTrailer(manager, id);
    });
  }

  cancel(id: string, sentence: string): Promise<Trailer | undefined> {
    return this.dataSource.transaction(async (manager) => {
      const trailer = await lockTrailer(manager, id);
      if (trailer === undefined || (trailer.cancelled && isFinished(trailer))) return trailer;
      if (isFinished(trailer)) throw new AppError('TRAILER_NOT_PROCESSING');
      await cancelProcessing(manager, id, sentence, this.environment.KEEP_SOURCE);
      return selectTrailer(manager, id);
    });
  }

  remove(id: string, commandId: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const done = await manager.query<unknown[]>('SELECT FROM finished_command WHERE command_id = $1', [
        commandId,
      ]);
      if (done.length > 0) return true;
      await lockPointer(manager);
      const trailer = await lockTrailer(manager, id);
      if (trailer === undefined) return false;
      if (trailer.active) throw new AppError('TRAILER_IS_ACTIVE');
      await releaseTrailerObjects(manager, id);
      await manager.query('DELETE FROM trailer WHERE id = $1', [id]);
      await releasePoster(manager, trailer.posterId, 0);
      await manager.query('INSERT INTO finished_command (command_id) VALUES ($1) ON CONFLICT DO NOTHING', [
        commandId,
      ]);
      await enqueue(manager, 'sweep', {}, 'sweep');
      return true;
    });
  }
}
