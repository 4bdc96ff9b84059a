import { networkOf } from '@secure-preview/service-kit';
import { execute, prepared, type Queryable, queryRows } from '@secure-preview/service-kit/postgres';
import type { DataSource } from 'typeorm';
import * as z from 'zod/mini';
import type { NewLead } from './lead.js';
import { SLOW_BATCH_MS } from './lead-batcher.js';
import { searchTextOf } from './search-text.js';

/** A lead whose address is only claimed, and the command that stores it. */
export type ClaimedLead = Omit<NewLead, 'provedKey'> & { readonly commandId: string };

/** Each claimed lead is a person of its own, so no row of people can conflict. */
const INSERT_CLAIMED_LEADS = prepared(`
  WITH sent AS (
    SELECT * FROM json_to_recordset($1) AS lead
      (id uuid, command_id uuid, name text, email text, search_text text, ip text, user_agent text, session_ref uuid,
       terms_sha256 text, verified_by text, invitation_id uuid, network text)
  ), added AS (
    INSERT INTO analytics.leads
      (id, command_id, name, email, search_text, ip, user_agent, session_ref, terms_sha256, verified_by, invitation_id)
    SELECT id, command_id, name, email, search_text, ip, user_agent, session_ref, terms_sha256, verified_by, invitation_id
    FROM sent ON CONFLICT (command_id) DO NOTHING RETURNING id, captured_at
  )
  INSERT INTO analytics.people (id, name, email, search_text, verified_by, visits, first_at, last_at, networks)
  SELECT id, name, email, search_text, verified_by, 1, captured_at, captured_at, array_remove(ARRAY[network], NULL)
  FROM added JOIN sent USING (id) RETURNING id`);

/**
 * Inserts leads and their people, except those whose command has inserted one already. Inserts all or none. A
 * statement with several leads is canceled after {@link SLOW_BATCH_MS}.
 *
 * @returns the ids of the inserted leads
 */
export async function insertClaimedLeads(
  db: DataSource,
  leads: readonly ClaimedLead[],
): Promise<Set<string>> {
  const sent = leads.map((lead) => ({
    id: lead.id,
    command_id: lead.commandId,
    name: lead.name,
    email: lead.email,
    search_text: searchTextOf(lead),
    ip: lead.ip,
    user_agent: lead.userAgent,
    session_ref: lead.sessionRef,
    terms_sha256: lead.termsSha256,
    verified_by: lead.verifiedBy,
    invitation_id: lead.invitationId,
    network: networkOf(lead.ip),
  }));
  const insert = (on: Queryable) =>
    queryRows(on, z.object({ id: z.uuid() }), INSERT_CLAIMED_LEADS, [JSON.stringify(sent)]);
  const inserted =
    leads.length === 1
      ? await insert(db)
      : await db.transaction(async (transaction) => {
          await execute(transaction, `SET LOCAL statement_timeout = ${SLOW_BATCH_MS}`);
          return insert(transaction);
        });
  return new Set(inserted.map(({ id }) => id));
}
