import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { enqueue } from '../../jobs/enqueue.js';
import {
  type Attempt,
  type ProcessedTrailer,
  ProcessingRepository,
  type Source,
} from '../processing.repository.js';
import { insertRendition, keepSegments, markReady, moveActivePointer } from './complete-trailer.js';

type Queryable = Pick<EntityManager, 'query'>;

/** Gives the objects of a trailer's unfinished attempts to the sweep. */
async function releaseAttempts(db: Queryable, trailerId: string): Promise<void> {
  await db.query(
    `UPDATE stored_object SET delete_after = clock_timestamp()
     WHERE key IN (SELECT object_key FROM attempt_object WHERE trailer_id = $1)`,
    [trailerId],
  );
  await enqueue(db, 'sweep', {}, 'sweep');
}

async function releaseSource(db: Queryable, trailerId: string): Promise<void> {
  await db.query(
    `UPDATE stored_object SET delete_after = clock_timestamp()
     WHERE key = (SELECT source_key FROM trailer WHERE id = $1)`,
    [trailerId],
  );
}

@Injectable()
export class PostgresProcessingRepository extends ProcessingRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    super();
  }

  begin({ trailerId, attemptId }: Attempt): Promise<Source | undefined> {
    return this.dataSource.transaction(async (manager) => {
      const [rows] = (await manager.query(
        `UPDATE trailer SET attempt_id = $2, step = NULL, progress = 0,
                lost_attempts = lost_attempts + (attempt_id IS NOT NULL)::integer
         WHERE id = $1 AND status = 'processing'
         RETURNING source_key AS key, source_etag AS etag, lost_attempts AS "lostAttempts"`,
        [trailerId, attemptId],
      )) as [Source[], number];
      const [source] = rows;
      if (source !== undefined) await releaseAttempts(manager, trailerId);
      return source;
    });
  }

  async report({ trailerId, attemptId }: Attempt, step: string, progress: number): Promise<boolean> {
    const [, updated] = (await this.dataSource.query(
      'UPDATE trailer SET step = $3, progress = $4 WHERE id = $1 AND attempt_id = $2',
      [trailerId, attemptId, step, progress],
    )) as [unknown, number];
    return updated > 0;
  }

  async release({ trailerId, attemptId }: Attempt): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const [, released] = (await manager.query(
        'UPDATE trailer SET attempt_id = NULL, step = NULL WHERE id = $1 AND attempt_id = $2',
        [trailerId, attemptId],
      )) as [unknown, number];
      if (released > 0) await releaseAttempts(manager, trailerId);
    });
  }

  async fail({ trailerId, attemptId }: Attempt, sentence: string, keepSource: boolean): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const [, failed] = (await manager.query(
        `UPDATE trailer SET status = 'failed', failure = $3, step = NULL, attempt_id = NULL
         WHERE id = $1 AND attempt_id = $2 AND status = 'processing'`,
        [trailerId, attemptId, sentence],
      )) as [unknown, number];
      if (failed === 0) return;
      if (!keepSource) await releaseSource(manager, trailerId);
      await releaseAttempts(manager, trailerId);
    });
  }

  async complete(attempt: Attempt, result: ProcessedTrailer, keepSource: boolean): Promise<void> {
    const { trailerId } = attempt;
    await this.dataSource.transaction(async (manager) => {
      // Taken before the trailer, in the order that everybody takes them.
      await manager.query('SELECT FROM active_trailer FOR UPDATE');
      const order = await markReady(manager, attempt, result.durationSeconds);
      await insertRendition(manager, trailerId, result);
      await keepSegments(manager, result.segments);
      await moveActivePointer(manager, trailerId, order);
      if (!keepSource) await releaseSource(manager, trailerId);
      await releaseAttempts(manager, trailerId);
    });
  }
}
