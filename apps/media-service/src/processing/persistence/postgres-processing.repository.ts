import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { enqueue, type TrailerJobName } from '../../job-queue/enqueue.js';
import { keepPoster, releaseAttempts, releaseSource } from '../../storage/object-claims.queries.js';
import {
  type Attempt,
  type NewRendition,
  type NextJob,
  ProcessingRepository,
  type Progress,
  type Source,
} from '../processing.repository.js';
import { AttemptSupersededError } from '../processing-errors.js';
import { ATTEMPT_LOST, TO_DO } from './attempts.js';
import { resumeForgotten } from './forgotten-trailers.js';
import { putOff } from './put-off.js';
import { insertRendition, keepSegments, publishedOf, retireProvisional } from './rendition-rows.js';
import { releaseRetired } from './retired-renditions.js';
import { markReady, moveActivePointer } from './show-trailer.js';

type Queryable = Pick<EntityManager, 'query'>;

/** Releases what a trailer no longer needs to the sweep, including the upload unless it is to be kept. */
async function releaseRemains(db: Queryable, trailerId: string, keepSource: boolean): Promise<void> {
  if (!keepSource) await releaseSource(db, trailerId);
  await releaseAttempts(db, trailerId);
  await enqueue(db, 'sweep', {}, 'sweep');
}

/** Locks the trailer until the transaction ends. @throws AttemptSupersededError */
async function lockAttempt(db: Queryable, { trailerId, attemptId }: Attempt): Promise<void> {
  const found = await db.query<unknown[]>(
    'SELECT FROM trailer WHERE id = $1 AND attempt_id = $2 FOR UPDATE',
    [trailerId, attemptId],
  );
  if (found.length === 0) throw new AttemptSupersededError();
}

async function lacksPoster(db: Queryable, trailerId: string): Promise<boolean> {
  const rows = await db.query<unknown[]>('SELECT FROM trailer WHERE id = $1 AND poster_id IS NULL', [
    trailerId,
  ]);
  return rows.length > 0;
}

async function addRenditions(db: Queryable, trailerId: string, renditions: readonly NewRendition[]) {
  for (const rendition of renditions) {
    await insertRendition(db, trailerId, rendition);
    await keepSegments(db, rendition.segments);
  }
}

@Injectable()
export class PostgresProcessingRepository extends ProcessingRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    super();
  }

  begin({ trailerId, attemptId }: Attempt, job: TrailerJobName): Promise<Source | undefined> {
    return this.dataSource.transaction(async (manager) => {
      const [rows] = (await manager.query(
        `UPDATE trailer SET attempt_id = $2, step = NULL, seconds_left = NULL,
                progress = CASE status WHEN 'ready' THEN progress ELSE 0 END,
                lost_attempts = lost_attempts + (${ATTEMPT_LOST})::integer
         WHERE id = $1 AND ${TO_DO[job]}
         RETURNING source_key AS key, source_etag AS etag, lost_attempts AS "lostAttempts"`,
        [trailerId, attemptId],
      )) as [Omit<Source, 'published'>[], number];
      const [source] = rows;
      if (source === undefined) return undefined;
      await releaseAttempts(manager, trailerId);
      return { ...source, published: await publishedOf(manager, trailerId) };
    });
  }

  async report({ trailerId, attemptId }: Attempt, progress: Progress): Promise<boolean> {
    const { step, percent, secondsLeft } = progress;
    const [, updated] = (await this.dataSource.query(
      'UPDATE trailer SET step = $3, progress = $4, seconds_left = $5 WHERE id = $1 AND attempt_id = $2',
      [trailerId, attemptId, step, percent, secondsLeft],
    )) as [unknown, number];
    return updated > 0;
  }

  async key(trailerId: string, wrapped: Buffer): Promise<Buffer> {
    await this.dataSource.query(
      `INSERT INTO trailer_key (id, trailer_id, wrapped) VALUES ($1, $2, $3) ON CONFLICT (trailer_id) DO NOTHING`,
      [randomUUID(), trailerId, wrapped],
    );
    const [row] = await this.dataSource.query<{ wrapped: Buffer }[]>(
      'SELECT wrapped FROM trailer_key WHERE trailer_id = $1',
      [trailerId],
    );
    if (row === undefined) throw new AttemptSupersededError();
    return row.wrapped;
  }

  async release({ trailerId, attemptId }: Attempt): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const [, released] = (await manager.query(
        `UPDATE trailer SET attempt_id = NULL, step = NULL, seconds_left = NULL
         WHERE id = $1 AND attempt_id = $2`,
        [trailerId, attemptId],
      )) as [unknown, number];
      if (released > 0) await releaseAttempts(manager, trailerId);
    });
  }

  putOff(attempt: Attempt, next: NextJob): Promise<void> {
    return this.dataSource.transaction((manager) => putOff(manager, attempt, next));
  }

  async fail({ trailerId, attemptId }: Attempt, sentence: string, keepSource: boolean): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const [, failed] = (await manager.query(
        `UPDATE trailer SET status = 'failed', failure = $3, step = NULL, seconds_left = NULL, attempt_id = NULL,
                ladder_done = true
         WHERE id = $1 AND attempt_id = $2 AND status = 'processing'`,
        [trailerId, attemptId, sentence],
      )) as [unknown, number];
      if (failed > 0) await releaseRemains(manager, trailerId, keepSource);
    });
  }

  async publish(attempt: Attempt, renditions: readonly NewRendition[]): Promise<void> {
    const video = renditions.find(({ kind }) => kind === 'video');
    if (video === undefined) throw new Error('a trailer without a picture cannot be published');
    await this.dataSource.transaction(async (manager) => {
      // Locked before the trailer, which is the order used everywhere.
      await manager.query('SELECT FROM active_trailer FOR UPDATE');
      const order = await markReady(manager, attempt, video.durationSeconds);
      await addRenditions(manager, attempt.trailerId, renditions);
      await moveActivePointer(manager, attempt.trailerId, order);
    });
  }

  async extend(attempt: Attempt, renditions: readonly NewRendition[]): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await lockAttempt(manager, attempt);
      await retireProvisional(manager, attempt.trailerId);
      await addRenditions(manager, attempt.trailerId, renditions);
    });
  }

  async warn({ trailerId, attemptId }: Attempt, sentence: string): Promise<void> {
    await this.dataSource.query('UPDATE trailer SET ladder_warning = $3 WHERE id = $1 AND attempt_id = $2', [
      trailerId,
      attemptId,
      sentence,
    ]);
  }

  lacksPoster(trailerId: string): Promise<boolean> {
    return lacksPoster(this.dataSource, trailerId);
  }

  async showPoster(attempt: Attempt, posterId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await lockAttempt(manager, attempt);
      // Another poster may have been set meanwhile: the unused one is left to the sweep.
      if (!(await lacksPoster(manager, attempt.trailerId)) || !(await keepPoster(manager, posterId))) return;
      await manager.query('UPDATE trailer SET poster_id = $2 WHERE id = $1', [attempt.trailerId, posterId]);
    });
  }

  async finish(attempt: Attempt, keepSource: boolean, warning: string | null): Promise<void> {
    const { trailerId, attemptId } = attempt;
    await this.dataSource.transaction(async (manager) => {
      const [, finished] = (await manager.query(
        `UPDATE trailer SET ladder_done = true, step = NULL, progress = 100, seconds_left = NULL, attempt_id = NULL,
                ladder_warning = nullif(concat_ws(' ', ladder_warning, $3::text), '')
         WHERE id = $1 AND attempt_id = $2 AND status = 'ready'`,
        [trailerId, attemptId, warning],
      )) as [unknown, number];
      if (finished === 0) throw new AttemptSupersededError();
      await releaseRemains(manager, trailerId, keepSource);
    });
  }

  releaseRetired(): Promise<void> {
    return releaseRetired(this.dataSource);
  }

  resumeForgotten(): Promise<void> {
    return resumeForgotten(this.dataSource);
  }
}
