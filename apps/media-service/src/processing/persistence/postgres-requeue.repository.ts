import type { DataSource, EntityManager } from 'typeorm';
import { enqueueForTrailer } from '../../job-queue/enqueue.js';
import { JOBS_SCHEMA } from '../../job-queue/jobs-schema.js';
import { keepObject, removeRenditions } from '../../storage/object-claims.queries.js';
import { isUuid } from '../../uuid.js';
import { type RequeueCandidate, type Requeued, RequeueRepository } from '../requeue.repository.js';
import { UNFINISHED } from './unfinished.js';

/** Enqueues a job that starts at once with all its tries. It replaces a waiting job of the same kind. */
const enqueueNow = (manager: EntityManager, id: string, status: string) =>
  enqueueForTrailer(manager, status === 'ready' ? 'finish-trailer' : 'process-trailer', { trailerId: id });

export class PostgresRequeueRepository extends RequeueRepository {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async waiting({ failed }: { failed: boolean }): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM trailer WHERE ${UNFINISHED} OR ($1 AND status = 'failed') ORDER BY upload_order`,
      [failed],
    );
    return rows.map(({ id }) => id);
  }

  async find(id: string): Promise<RequeueCandidate | undefined> {
    if (!isUuid(id)) return undefined;
    const [trailer] = await this.dataSource.query<RequeueCandidate[]>(
      `SELECT title, status, source_key AS "sourceKey", source_etag AS "sourceEtag" FROM trailer WHERE id = $1`,
      [id],
    );
    return trailer;
  }

  resume(id: string): Promise<Requeued> {
    return this.dataSource.transaction(async (manager) => {
      const [unfinished] = await manager.query<{ status: string }[]>(
        `SELECT status FROM trailer WHERE id = $1 AND ${UNFINISHED} FOR UPDATE`,
        [id],
      );
      if (unfinished === undefined) return 'finished';
      const held = await manager.query<unknown[]>(
        `SELECT FROM ${JOBS_SCHEMA}.jobs WHERE key = ANY($1) AND locked_at IS NOT NULL`,
        [[`process:${id}`, `finish:${id}`]],
      );
      if (held.length > 0) return 'working';
      await manager.query('UPDATE trailer SET lost_attempts = 0 WHERE id = $1', [id]);
      await enqueueNow(manager, id, unfinished.status);
      return 'requeued';
    });
  }

  restart(id: string): Promise<Requeued> {
    return this.dataSource
      .transaction(async (manager) => {
        const [rows] = (await manager.query(
          `UPDATE trailer SET status = 'processing', failure = NULL, ladder_done = false, step = NULL, progress = 0,
                seconds_left = NULL, attempt_id = NULL, lost_attempts = 0, cancelled_at = NULL,
                ladder_warning = NULL
         WHERE id = $1 AND status = 'failed' RETURNING source_key AS key`,
          [id],
        )) as [{ key: string }[], number];
        const [failed] = rows;
        if (failed === undefined) return 'finished';
        if (!(await keepObject(manager, failed.key))) throw new UploadSweptError();
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
