import { type Queryable, queryRows } from '@secure-preview/service-kit/postgres';
import { z } from 'zod';

export const channels = ['mail', 'webhook'] as const;

const counts = z.object({
  channel: z.enum(channels),
  waiting: z.number(),
  oldestSeconds: z.number(),
  /** Age of the oldest one that was tried at least once. */
  oldestTriedSeconds: z.number(),
});
export type OutboxCounts = z.output<typeof counts>;

const ofTable = (channel: string, table: string) => `
  SELECT '${channel}' AS channel, count(*)::int AS waiting,
         coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS "oldestSeconds",
         coalesce(extract(epoch FROM clock_timestamp() - min(created_at) FILTER (WHERE attempts > 0)), 0)::float8
           AS "oldestTriedSeconds"
  FROM outbox.${table} WHERE state IN ('waiting', 'sending')`;

/** Counts the mails and webhooks that are not settled yet. */
export const countOutbox = (db: Queryable): Promise<OutboxCounts[]> =>
  queryRows(
    db,
    counts,
    `${ofTable('mail', 'messages')} UNION ALL ${ofTable('webhook', 'webhook_deliveries')}`,
  );
