import { execute, queryRow } from '@secure-preview/service-kit/postgres';
import type { EntityManager } from 'typeorm';
import * as z from 'zod/mini';

/** Condition for leads of person $1 that are not staff. The index has proved leads only. */
const OF_PERSON = `(l.id = $1 OR l.verified_by <> 'none' AND l.proved_key = (SELECT proved_key FROM analytics.people WHERE id = $1))
  AND NOT EXISTS (SELECT FROM analytics.staff_leads s WHERE s.lead_id = l.id)`;

/**
 * Marks a lead as staff. Waits for reports of the lead that are being stored. Later ones wait, and are stored as those of
 * staff: the update without a change gives the summaries another version, so these reports are read again.
 *
 * @returns false if it was marked before
 */
export async function insertStaffLead(db: EntityManager, leadId: string): Promise<boolean> {
  await execute(
    db,
    `WITH locked AS (SELECT FROM analytics.watched_summaries WHERE lead_id = $1 ORDER BY trailer_id FOR UPDATE)
     UPDATE analytics.watched_summaries SET lead_id = lead_id WHERE lead_id = $1 AND (SELECT count(*) FROM locked) > 0`,
    [leadId],
  );
  return (
    (await execute(
      db,
      'INSERT INTO analytics.staff_leads (lead_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING lead_id',
      [leadId],
    )) === 1
  );
}

/** Returns the id of the person of a lead, staff or not, and locks the person against new leads. */
export async function lockPersonOf(db: EntityManager, leadId: string): Promise<string | undefined> {
  const person = await queryRow(
    db,
    z.object({ id: z.uuid() }),
    `SELECT p.id FROM analytics.people p, analytics.leads l
     WHERE l.id = $1 AND p.id = coalesce((SELECT id FROM analytics.people WHERE proved_key = l.proved_key), l.id)
     FOR UPDATE OF p`,
    [leadId],
  );
  return person?.id;
}

/** Computes visits and watched time of a person again, from its leads. `lockPersonOf` must hold the lock. */
export async function rebuildPerson(db: EntityManager, personId: string): Promise<void> {
  await execute(
    db,
    `UPDATE analytics.people p SET visits = derived.visits, first_at = coalesce(derived.first_at, p.first_at)
     FROM (SELECT count(*)::int AS visits, min(l.captured_at) AS first_at FROM analytics.leads l WHERE ${OF_PERSON}) derived
     WHERE p.id = $1`,
    [personId],
  );
  await execute(db, 'DELETE FROM analytics.person_watched WHERE person_id = $1', [personId]);
  await execute(
    db,
    `INSERT INTO analytics.person_watched AS known (trailer_id, person_id, trailer_seconds, played, last_at)
     SELECT w.trailer_id, $1, max(w.trailer_seconds), range_agg(analytics.multirange_of(w.ranges)), max(w.last_seen_at)
     FROM analytics.leads l JOIN analytics.watched_summaries w ON w.lead_id = l.id
     WHERE ${OF_PERSON} AND w.trailer_id IS NOT NULL AND w.ranges <> '[]'
     GROUP BY w.trailer_id
     ON CONFLICT (trailer_id, person_id) DO UPDATE SET played = known.played + excluded.played`,
    [personId],
  );
}
