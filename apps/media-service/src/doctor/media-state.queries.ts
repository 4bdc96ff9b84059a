import { type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import type { DataSource } from 'typeorm';
import * as z from 'zod';
import { JOBS_SCHEMA } from '../job-queue/jobs-schema.js';
import { isBeingRun } from '../job-queue/pool-lock.js';
import { MarkEntity } from '../marks/mark.entity.js';
import { UNFINISHED } from '../processing/unfinished.js';
import { TrailerKeyEntity } from '../secrets/trailer-key.entity.js';
import type { WrappedTrailerKey } from '../secrets/trailer-key.js';

const stateRow = z.object({
  /** Jobs that no live worker runs. */
  waiting: z.int(),
  /**
   * Minutes since the oldest runnable job became due, or since its dead worker took it. Leaves out checks of marks, which
   * may wait for each other.
   */
  overdueMinutes: z.number(),
  /** Unfinished trailers without a job that will run. */
  givenUp: z.int(),
});
export type QueueState = z.output<typeof stateRow>;

/** Returns the wrapped keys of all trailers: those of segments, and those of the patterns of marked trailers. */
export async function readWrappedKeys({ manager }: DataSource): Promise<WrappedTrailerKey[]> {
  const marks = await manager.find(MarkEntity);
  return [
    ...(await manager.find(TrailerKeyEntity)),
    ...marks.map(({ trailerId, patternKey }) => ({ id: trailerId, trailerId, wrapped: patternKey })),
  ];
}

export async function queueState(db: Queryable): Promise<QueueState> {
  const state = await queryRow(
    db,
    stateRow,
    `SELECT (SELECT count(*)::int FROM ${JOBS_SCHEMA}.jobs j WHERE NOT ${isBeingRun('j')}) AS waiting,
            (SELECT coalesce(extract(epoch FROM max(now() - coalesce(locked_at, run_at))) / 60, 0)::float8
             FROM ${JOBS_SCHEMA}.jobs j WHERE NOT ${isBeingRun('j')} AND attempts < max_attempts AND run_at < now()
               AND task_identifier <> 'index-marks') AS "overdueMinutes",
            (SELECT count(*)::int FROM media.trailers t WHERE ${UNFINISHED} AND NOT EXISTS (
               SELECT FROM ${JOBS_SCHEMA}.jobs j WHERE j.key IN ('process:' || t.id, 'finish:' || t.id)
                 AND (${isBeingRun('j')} OR j.attempts < j.max_attempts))) AS "givenUp"`,
  );
  if (state === undefined) throw new Error('the queue could not be read');
  return state;
}
