import { LAST_SEEN_STEP, MAX_NETWORKS } from '../people/person.queries.js';
import { isStaff, type SummaryCheck } from './summary-check.js';

/** Returns group `number` of the hexadecimal digits of an IPv6 address, without leading zeros. */
const group = (number: number) =>
  `coalesce(nullif(ltrim(substr(digits, ${number * 4 + 1}, 4), '0'), ''), '0')`;
/** Returns the network of an address as `networkOf` of service-kit does; null for loopback addresses and other text. */
const networkOf = (ip: string) => `(
  SELECT CASE WHEN address IS NULL OR address <<= '127.0.0.0/8' OR address = '::1' THEN NULL
              WHEN family(address) = 4 THEN network(set_masklen(address, 24))::text
              ELSE ${[0, 1, 2].map(group).join(` || ':' || `)} || '::/48' END
  FROM (SELECT encode(substr(inet_send(address), 5, 6), 'hex') AS digits, address
        FROM (SELECT CASE WHEN plain ~ '^[0-9]+([.][0-9]+){3}$|^[0-9a-fA-F]*:[0-9a-fA-F:.]*$'
                          THEN plain::inet END AS address
              FROM regexp_replace(${ip}, '^::ffff:(?=[0-9]+[.])|%.*$', '', 'g') AS plain) AS checked
       ) AS written)`;

/**
 * Last activity, to the minute, and networks of people, from passes of the gate, players and deliveries. Those of visits
 * that became staff later may be included. Only the first networks of a person are stored.
 */
export const LAST_VISITS: SummaryCheck = {
  name: 'last visits of people',
  total: 'SELECT count(*)::int AS count FROM analytics.people',
  differing: `
    WITH visits AS (
      SELECT id AS lead_id, captured_at AS at, ip FROM analytics.leads
      UNION ALL SELECT lead_id, started_at, ip FROM analytics.viewing_sessions
      UNION ALL SELECT lead_id, last_seen_at, NULL FROM analytics.watched_summaries
      UNION ALL SELECT lead_id, unnest(ARRAY[min(at), max(at)]), ip FROM analytics.segment_deliveries
        GROUP BY lead_id, ip
    ), of_people AS (
      SELECT coalesce(p.id, l.id) AS id, at, ${networkOf('visits.ip')} AS network, NOT ${isStaff('l.id')} AS counts
      FROM visits JOIN analytics.leads l ON l.id = visits.lead_id
        LEFT JOIN analytics.people p ON p.proved_key = l.proved_key
    ), first_uses AS (
      SELECT id, network, min(at) FILTER (WHERE counts) AS first_at, max(at) FILTER (WHERE counts) AS counted_at,
             max(at) AS last_at
      FROM of_people GROUP BY 1, 2
    ), derived AS (
      SELECT id, max(counted_at) AS counted_at, max(last_at) AS last_at,
             coalesce(array_agg(network ORDER BY first_at)
                        FILTER (WHERE network IS NOT NULL AND first_at IS NOT NULL), '{}') AS networks,
             coalesce(array_agg(network) FILTER (WHERE network IS NOT NULL), '{}') AS all_networks
      FROM first_uses GROUP BY id
    )
    SELECT d.id, coalesce(d.counted_at, d.last_at) AS last_at, d.networks[:${MAX_NETWORKS}] AS networks
    FROM derived d JOIN analytics.people p USING (id)
    WHERE p.last_at < d.counted_at - ${LAST_SEEN_STEP} OR p.last_at > d.last_at OR NOT p.networks <@ d.all_networks
       OR (cardinality(p.networks) < ${MAX_NETWORKS} AND NOT d.networks <@ p.networks)`,
  // Gateways compare the people again with the blocks, because they may have other networks.
  repair: `UPDATE analytics.people p SET last_at = d.last_at, networks = d.networks, blocks_version = NULL
    FROM differing d WHERE p.id = d.id`,
};
