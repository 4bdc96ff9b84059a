import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BACKUP_LOCK } from '../backup-lock.js';
import { StoredObjectsRepository } from '../stored-objects.repository.js';

@Injectable()
export class PostgresStoredObjectsRepository extends StoredObjectsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    super();
  }

  async announce(keys: readonly string[]): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO stored_object (key, delete_after)
       SELECT key, clock_timestamp() + interval '1 day' FROM unnest($1::text[]) key`,
      [keys],
    );
  }

  async announceForAttempt(
    keys: readonly string[],
    { trailerId, attemptId }: { trailerId: string; attemptId: string },
  ): Promise<void> {
    await this.dataSource.query(
      `WITH announced AS (
         INSERT INTO stored_object (key, delete_after)
         SELECT key, clock_timestamp() + interval '1 day' FROM unnest($1::text[]) key
         RETURNING key
       )
       INSERT INTO attempt_object (object_key, trailer_id, attempt_id) SELECT key, $2, $3 FROM announced`,
      [keys, trailerId, attemptId],
    );
  }

  async keepsAny(): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'SELECT FROM stored_object WHERE delete_after IS NULL LIMIT 1',
    );
    return rows.length > 0;
  }

  takeDue(limit: number): Promise<string[]> {
    return this.dataSource.transaction(async (manager) => {
      const [lock] = await manager.query<{ free: boolean }[]>(
        'SELECT pg_try_advisory_xact_lock_shared($1) AS free',
        [BACKUP_LOCK],
      );
      if (!lock?.free) return [];
      const [rows] = (await manager.query(
        `UPDATE stored_object SET deleting = true WHERE key IN (
           SELECT key FROM stored_object WHERE delete_after <= clock_timestamp()
           ORDER BY delete_after LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING key`,
        [limit],
      )) as [{ key: string }[], number];
      return rows.map(({ key }) => key);
    });
  }

  async forget(key: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.query(
        `UPDATE stored_object SET delete_after = t.issued_at + interval '1 hour' FROM upload_ticket t
         WHERE key = $1 AND deleting AND t.object_key = key AND t.issued_at > clock_timestamp() - interval '1 hour'`,
        [key],
      );
      await manager.query(
        'DELETE FROM stored_object WHERE key = $1 AND deleting AND delete_after <= clock_timestamp()',
        [key],
      );
    });
  }
}
