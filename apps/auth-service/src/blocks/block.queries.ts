import { type BlockTarget, blockKind } from '@secure-preview/contracts';
import { execute, type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import type { AddressState, BlockedVisitor, BlockRules } from './block.js';

/** Selects the newest row of each value. */
export const CURRENT = `SELECT DISTINCT ON (kind, value) * FROM auth.blocks`;
export const NEWEST_FIRST = 'ORDER BY kind, value, id DESC';

const targetState = z.object({ blocked: z.boolean(), version: z.number() });

/** Returns the state of a value; undefined if it was never changed. */
export function currentOf(db: Queryable, { kind, value }: BlockTarget) {
  const sql = `SELECT blocked, id::float8 AS version FROM auth.blocks
               WHERE kind = $1 AND value = $2 ORDER BY id DESC LIMIT 1`;
  return queryRow(db, targetState, sql, [kind, value]);
}

const addressState = z.object({ emailKey: z.string(), blocked: z.boolean(), version: z.number() });

/** Returns the state of every address that was ever blocked. */
export function statesOfAddresses(db: Queryable): Promise<AddressState[]> {
  const sql = `SELECT value AS "emailKey", blocked, id::float8 AS version
               FROM (${CURRENT} WHERE kind = 'address' ${NEWEST_FIRST}) b`;
  return queryRows(db, addressState, sql);
}

/** Returns which of these addresses and domains are blocked. */
export function blockedAmong(
  db: Queryable,
  addresses: readonly string[],
  domains: readonly string[],
): Promise<{ kind: string; value: string }[]> {
  const sql = `SELECT kind, value FROM (
                 ${CURRENT} WHERE kind = 'address' AND value = ANY($1) OR kind = 'domain' AND value = ANY($2)
                 ${NEWEST_FIRST}) b
               WHERE blocked`;
  return queryRows(db, z.object({ kind: z.string(), value: z.string() }), sql, [addresses, domains]);
}

const concerning = z.object({ number: z.number(), kind: z.enum(blockKind.options), value: z.string() });

/** Returns the blocks that concern visitors, with the number of the visitor from 1. */
export function blocksConcerning(db: Queryable, visitors: readonly BlockedVisitor[]) {
  const sql = `
    WITH blocked AS MATERIALIZED (
      SELECT kind, value FROM (${CURRENT} ${NEWEST_FIRST}) b WHERE blocked),
    networks AS MATERIALIZED (SELECT value, value::cidr AS network FROM blocked WHERE kind = 'network'),
    visitors AS MATERIALIZED (
      SELECT number::integer, address, domain, ip::inet
      FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS v (address, domain, ip, number))
    SELECT number, kind, value FROM visitors JOIN blocked ON kind = 'address' AND value = address
    UNION ALL SELECT number, kind, value FROM visitors JOIN blocked ON kind = 'domain' AND value = domain
    UNION ALL SELECT number, 'network', value FROM visitors JOIN networks ON ip <<= network
    ORDER BY number, kind, value`;
  const column = (name: keyof BlockedVisitor) => visitors.map((visitor) => visitor[name]);
  return queryRows(db, concerning, sql, [column('address'), column('domain'), column('ip')]);
}

/** Returns the number of blocked domains and networks. */
export async function countRules(db: Queryable): Promise<number> {
  const sql = `SELECT count(*)::integer AS rules
               FROM (${CURRENT} WHERE kind <> 'address' ${NEWEST_FIRST}) b WHERE blocked`;
  return (await queryRow(db, z.object({ rules: z.number() }), sql))?.rules ?? 0;
}

const rules = z.object({
  version: z.number(),
  domains: z.array(z.string()),
  networks: z.array(z.string()),
});

/** Returns the rules and their version, as of one moment. */
export async function currentRules(db: Queryable): Promise<BlockRules> {
  const sql = `WITH blocked AS MATERIALIZED (
                 SELECT kind, value FROM (${CURRENT} WHERE kind <> 'address' ${NEWEST_FIRST}) b WHERE blocked)
               SELECT (SELECT coalesce(max(id), 0)::float8 FROM auth.blocks) AS version,
                      ARRAY(SELECT value FROM blocked WHERE kind = 'domain' ORDER BY value) AS domains,
                      ARRAY(SELECT value FROM blocked WHERE kind = 'network' ORDER BY value) AS networks`;
  return (await queryRow(db, rules, sql)) ?? { version: 0, domains: [], networks: [] };
}

/** Returns the number of the newest change of any value; 0 before the first change. */
export async function newestNumber(db: Queryable): Promise<number> {
  const sql = 'SELECT coalesce(max(id), 0)::float8 AS version FROM auth.blocks';
  return (await queryRow(db, z.object({ version: z.number() }), sql))?.version ?? 0;
}

/** Serialises all changes until the transaction ends, so ids are in the order of commits. */
export async function lockBlocks(transaction: Queryable): Promise<void> {
  await execute(transaction, "SELECT pg_advisory_xact_lock(hashtextextended('blocks', 0))");
}
