import { randomUUID } from 'node:crypto';
import type { FlagFacts } from '@secure-preview/contracts';
import { type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import * as z from 'zod/mini';

/** A flag that a rule raises. */
export interface NewFlag {
  readonly leadId: string;
  /** Null if it is about all trailers. */
  readonly trailerId: string | null;
  readonly facts: FlagFacts;
}

const flaggedPerson = z.object({
  personId: z.uuid(),
  name: z.string(),
  email: z.string(),
  isProved: z.boolean(),
});
export type FlaggedPerson = z.infer<typeof flaggedPerson>;

/** Takes the lock of the pass until the transaction ends. Returns false if another replica has it. */
export async function lockPass(db: Queryable): Promise<boolean> {
  const lock = await queryRow(
    db,
    z.object({ taken: z.boolean() }),
    `SELECT pg_try_advisory_xact_lock(hashtextextended('flag watch', 0)) AS taken`,
  );
  return lock?.taken ?? false;
}

/**
 * Stores a flag, unless the lead has one of the kind and trailer, dismissed or not.
 *
 * @param wantsBlock whether it also blocks
 * @returns its id and the person whom it is about; undefined if nothing was stored, as for staff
 */
export async function insertFlag(
  db: Queryable,
  { leadId, trailerId, facts }: NewFlag,
  wantsBlock: boolean,
): Promise<({ id: string } & FlaggedPerson) | undefined> {
  const id = randomUUID();
  const person = await queryRow(
    db,
    flaggedPerson,
    `WITH flagged AS (
       SELECT l.id AS lead_id, coalesce(p.id, l.id) AS "personId", coalesce(p.name, l.name) AS name, l.email,
              l.proved_key IS NOT NULL AS "isProved"
       FROM analytics.leads l LEFT JOIN analytics.people p ON p.proved_key = l.proved_key
       WHERE l.id = $3 AND NOT EXISTS (SELECT FROM analytics.staff_leads staff WHERE staff.lead_id = l.id)
     ), added AS (
       INSERT INTO analytics.flags (id, kind, lead_id, trailer_id, facts, wants_block)
       SELECT $1::uuid, $2, lead_id, $4::uuid, $5::jsonb, $6 FROM flagged ON CONFLICT DO NOTHING RETURNING id
     )
     SELECT "personId", name, email, "isProved" FROM flagged, added`,
    [id, facts.kind, leadId, trailerId, JSON.stringify(facts), wantsBlock],
  );
  return person && { id, ...person };
}
