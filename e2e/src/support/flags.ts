import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { withClient } from '@secure-preview/embedded';
import { readRunState } from '@secure-preview/standalone';
import type { TestPortal } from './portal.js';

type Row = Record<string, unknown>;

/** Runs a statement as the owner of the portal's tables. */
export function queryPortal(
  portal: TestPortal,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const state = readRunState(dirname(dirname(portal.logFile('gateway'))));
  if (!state?.databaseAdminUrl) throw new Error('the portal has no database of its own');
  return withClient(state.databaseAdminUrl, async (database) => {
    const { rows } = await database.query(sql, [...values]);
    return rows as Row[];
  });
}

/** Stores a flag about a visit, as the rules do. */
export async function flagVisit(
  portal: TestPortal,
  leadId: string,
  facts: { kind: string } & Row,
  wantsBlock = false,
): Promise<void> {
  await queryPortal(
    portal,
    'INSERT INTO analytics.flags (id, kind, lead_id, facts, wants_block) VALUES ($1, $2, $3, $4, $5)',
    [randomUUID(), facts.kind, leadId, JSON.stringify(facts), wantsBlock],
  );
}

/** Returns the id of the last lead with an e-mail address. */
export async function leadIdOf(portal: TestPortal, email: string): Promise<string> {
  const [lead] = await queryPortal(
    portal,
    'SELECT id FROM analytics.leads WHERE email = $1 ORDER BY captured_at DESC LIMIT 1',
    [email],
  );
  return String(lead?.['id']);
}
