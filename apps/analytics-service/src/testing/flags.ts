import { randomUUID } from 'node:crypto';
import type { FlagFacts } from '@secure-preview/contracts';
import type { DataSource } from 'typeorm';

interface StoredFlag {
  readonly leadId: string;
  readonly facts: FlagFacts;
  readonly trailerId?: string | null;
  readonly wantsBlock?: boolean;
}

/** Stores a flag, as the rules do. @returns its id */
export async function storeFlag(
  db: DataSource,
  { leadId, facts, trailerId = null, wantsBlock = false }: StoredFlag,
): Promise<string> {
  const id = randomUUID();
  await db.query(
    'INSERT INTO analytics.flags (id, kind, lead_id, trailer_id, facts, wants_block) VALUES ($1, $2, $3, $4, $5, $6)',
    [id, facts.kind, leadId, trailerId, JSON.stringify(facts), wantsBlock],
  );
  return id;
}
