import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { WrappedTrailerKey } from '../trailer-key.js';
import { TrailerKeyRepository } from '../trailer-key.repository.js';

const COLUMNS = 'k.id, k.trailer_id AS "trailerId", k.wrapped';

@Injectable()
export class PostgresTrailerKeyRepository extends TrailerKeyRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    super();
  }

  async find(keyId: string) {
    const [key] = await this.dataSource.query<(WrappedTrailerKey & { active: boolean })[]>(
      `SELECT ${COLUMNS}, EXISTS (SELECT FROM active_trailer a WHERE a.trailer_id = t.id) AS active
       FROM trailer_key k JOIN trailer t ON t.id = k.trailer_id AND t.status = 'ready'
       WHERE k.id = $1`,
      [keyId],
    );
    return key;
  }

  page(after: string | undefined, limit: number): Promise<WrappedTrailerKey[]> {
    return this.dataSource.query<WrappedTrailerKey[]>(
      `SELECT ${COLUMNS} FROM trailer_key k WHERE $1::uuid IS NULL OR k.id > $1 ORDER BY k.id LIMIT $2`,
      [after ?? null, limit],
    );
  }

  async replace({ id, wrapped: before }: WrappedTrailerKey, wrapped: Buffer): Promise<void> {
    await this.dataSource.query('UPDATE trailer_key SET wrapped = $2 WHERE id = $1 AND wrapped = $3', [
      id,
      wrapped,
      before,
    ]);
  }
}
