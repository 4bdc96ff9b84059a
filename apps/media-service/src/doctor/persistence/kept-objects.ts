import type { DataSource } from 'typeorm';

const LOOKED_AT = 5;

/** Returns the keys of the latest few objects that must be in storage; none when no objects are kept. */
export async function latestObjectKeys(dataSource: DataSource): Promise<string[]> {
  const rows = await dataSource.query<{ key: string }[]>(
    `SELECT s.object_key AS key FROM segment s JOIN rendition r ON r.id = s.rendition_id
     JOIN trailer t ON t.id = r.trailer_id WHERE t.status = 'ready' AND r.retired_at IS NULL
     ORDER BY r.created_at DESC, s.position LIMIT ${LOOKED_AT}`,
  );
  return rows.map(({ key }) => key);
}
