import { enqueueAlert } from '@secure-preview/service-kit/outbox';
import { type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import type { Attempt } from './attempt.js';

/** Stores the alert that an attempt made a trailer playable, or failed. A trailer that is processed again causes another. */
export async function alertOfTrailer(
  db: Queryable,
  { trailerId, attemptId }: Attempt,
  kind: 'trailerReady' | 'trailerFailed',
): Promise<void> {
  const sql = 'SELECT title FROM media.trailers WHERE id = $1';
  const trailer = await queryRow(db, z.object({ title: z.string().nullable() }), sql, [trailerId]);
  await enqueueAlert(db, {
    key: `${kind}:${trailerId}:${attemptId}`,
    kind,
    personKey: null,
    ids: { trailerId },
    details: { title: trailer?.title ?? '' },
  });
}
