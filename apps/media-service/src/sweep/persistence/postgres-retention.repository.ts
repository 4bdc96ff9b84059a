import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { releasePoster, releaseTrailerObjects } from '../../storage/object-claims.queries.js';
import { lockPointer } from '../../trailers/persistence/trailer-rows.js';
import { RetentionRepository } from '../retention.repository.js';

@Injectable()
export class PostgresRetentionRepository extends RetentionRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    super();
  }

  expireOne(days: number): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      await lockPointer(manager);
      const [trailer] = await manager.query<{ id: string; posterId: string | null }[]>(
        `SELECT id, poster_id AS "posterId" FROM trailer
         WHERE unused_since <= clock_timestamp() - make_interval(days => $1)
           AND id NOT IN (SELECT trailer_id FROM active_trailer)
         ORDER BY unused_since LIMIT 1 FOR UPDATE SKIP LOCKED`,
        [days],
      );
      if (trailer === undefined) return false;
      await releaseTrailerObjects(manager, trailer.id);
      await manager.query('DELETE FROM rendition WHERE trailer_id = $1', [trailer.id]);
      await manager.query('DELETE FROM trailer_key WHERE trailer_id = $1', [trailer.id]);
      await manager.query(
        `UPDATE trailer SET status = 'expired', ladder_done = true, step = NULL, seconds_left = NULL,
                attempt_id = NULL, poster_id = NULL WHERE id = $1`,
        [trailer.id],
      );
      await releasePoster(manager, trailer.posterId, 0);
      return true;
    });
  }
}
