import type { DataSource } from 'typeorm';

/** How long retired renditions are still served to viewers who are watching them. */
const SERVED = '1 day';

/** Removes renditions that were retired long enough ago, and releases their objects to the sweep. */
export async function releaseRetired(dataSource: DataSource): Promise<void> {
  await dataSource.query(
    `WITH old AS (
       SELECT id FROM rendition WHERE retired_at <= clock_timestamp() - interval '${SERVED}' FOR UPDATE SKIP LOCKED
     ), released AS (
       UPDATE stored_object SET delete_after = clock_timestamp()
       WHERE key IN (SELECT object_key FROM segment WHERE rendition_id IN (SELECT id FROM old))
     )
     DELETE FROM rendition WHERE id IN (SELECT id FROM old)`,
  );
}
