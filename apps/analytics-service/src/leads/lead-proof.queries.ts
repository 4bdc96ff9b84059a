import type { LeadProof } from '@secure-preview/contracts';
import { queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import type { DataSource } from 'typeorm';
import * as z from 'zod/mini';

const PROVED = `verified_by IN ('code', 'invitation')`;

/** Returns the condition for leads with a proved or a claimed address, or for all leads. */
export function proofSql(proof: LeadProof | undefined): string {
  if (proof === undefined) return 'true';
  return proof === 'proved' ? PROVED : `NOT ${PROVED}`;
}

/** Returns which of these keys are those of proved addresses. */
export async function provedAmong(db: DataSource, keys: readonly string[]): Promise<Set<string>> {
  const rows = await queryRows(
    db,
    z.object({ key: z.string() }),
    `SELECT DISTINCT proved_key AS key FROM analytics.leads
     WHERE verified_by <> 'none' AND proved_key = ANY ($1)`,
    [keys],
  );
  return new Set(rows.map(({ key }) => key));
}

/** Returns whether any lead came with more than a claimed address. */
export async function hasProofs(db: DataSource): Promise<boolean> {
  const row = await queryRow(
    db,
    z.object({ found: z.boolean() }),
    `SELECT EXISTS (SELECT FROM analytics.leads WHERE verified_by <> 'none') AS found`,
  );
  return row?.found ?? false;
}
