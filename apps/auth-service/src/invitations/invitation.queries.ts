import { type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import type { Invitation } from './invitation.js';

const COLUMNS = `id, email_key AS "emailKey", email, name, generation, version, starts_at AS "startsAt",
  ends_at AS "endsAt", revoked_at AS "revokedAt"`;
const row = z.object({
  id: z.string(),
  emailKey: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  generation: z.number(),
  version: z.number(),
  startsAt: z.date().nullable(),
  endsAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
});

/** Returns the invitations with these ids. */
export function findByIds(db: Queryable, ids: readonly string[]): Promise<Invitation[]> {
  return queryRows(db, row, `SELECT ${COLUMNS} FROM auth.invitations WHERE id = ANY ($1::uuid[])`, [ids]);
}

/** Returns the invitations with these keys. */
export function findByKeys(db: Queryable, keys: readonly string[]): Promise<Invitation[]> {
  return queryRows(db, row, `SELECT ${COLUMNS} FROM auth.invitations WHERE email_key = ANY ($1)`, [keys]);
}

/** Returns the invitations whose state is published. */
export function findUsed(db: Queryable): Promise<Invitation[]> {
  return queryRows(db, row, `SELECT ${COLUMNS} FROM auth.invitations WHERE was_used`);
}

/** Marks an invitation as used, and as opened unless it is already. Returns its state. */
export function markUsed(db: Queryable, id: string): Promise<Invitation | undefined> {
  return queryRow(
    db,
    row,
    `UPDATE auth.invitations SET was_used = true, opened_at = coalesce(opened_at, clock_timestamp())
     WHERE id = $1 RETURNING ${COLUMNS}`,
    [id],
  );
}

/** Returns the number of invitations that can be used, and were not opened yet. */
export async function countOpen(db: Queryable): Promise<number> {
  const counted = await queryRow(
    db,
    z.object({ open: z.number() }),
    `SELECT count(*)::int AS open FROM auth.invitations
     WHERE opened_at IS NULL AND revoked_at IS NULL AND (ends_at > now()) IS NOT FALSE
       AND (starts_at <= now()) IS NOT FALSE`,
  );
  return counted?.open ?? 0;
}
