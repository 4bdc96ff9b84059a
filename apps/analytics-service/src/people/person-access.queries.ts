import { execute, type Queryable, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod/mini';

const comparedPerson = z.object({ id: z.uuid(), email: z.string(), networks: z.array(z.string()) });
/** A person to compare with the blocks. `networks`: /24 and /48 in CIDR notation. */
export type ComparedPerson = z.infer<typeof comparedPerson>;

/** Result of a comparison with the blocks. */
export interface PersonAccess {
  readonly id: string;
  readonly blocked: boolean;
  /** Number of networks that were compared. */
  readonly networks: number;
}

/** Every person is compared again after this time, so a wrong copy does not last. */
const COMPARED_EVERY = `interval '1 day'`;

/**
 * Returns people who were not compared with these blocks, or not with all their networks, or not within a day. A version
 * may also be lower than the compared one, as after a restore.
 */
export function uncomparedPeople(db: Queryable, version: number, limit: number): Promise<ComparedPerson[]> {
  return queryRows(
    db,
    comparedPerson,
    `SELECT id, email, networks FROM analytics.people
     WHERE blocks_version IS DISTINCT FROM $1 OR compared_networks IS DISTINCT FROM cardinality(networks)
       OR compared_at < clock_timestamp() - ${COMPARED_EVERY}
     ORDER BY last_at DESC, id LIMIT $2`,
    [version, limit],
  );
}

/** Stores the results of comparisons. A person with a new network keeps the old copy until the next comparison. */
export async function storeAccess(
  db: Queryable,
  version: number,
  people: readonly PersonAccess[],
): Promise<void> {
  await execute(
    db,
    // Locks in the order in which deliveries lock people, so that the two cannot deadlock.
    `WITH locked AS (
       SELECT id FROM analytics.people WHERE id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE
     )
     UPDATE analytics.people p
     SET blocked = found.blocked, blocks_version = $1, compared_networks = found.networks,
         compared_at = clock_timestamp()
     FROM unnest($2::uuid[], $3::boolean[], $4::integer[]) AS found (id, blocked, networks)
       JOIN locked USING (id)
     WHERE p.id = found.id AND cardinality(p.networks) = found.networks`,
    [
      version,
      people.map(({ id }) => id),
      people.map(({ blocked }) => blocked),
      people.map(({ networks }) => networks),
    ],
  );
}
