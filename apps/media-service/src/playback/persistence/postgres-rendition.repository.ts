import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { PlayableTrailer, Rendition, Segment } from '../rendition.js';
import { RenditionRepository } from '../rendition.repository.js';

const TRAILER = `
  t.id, t.duration_seconds AS "durationSeconds",
  EXISTS (SELECT FROM active_trailer a WHERE a.trailer_id = t.id) AS active`;

@Injectable()
export class PostgresRenditionRepository extends RenditionRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    super();
  }

  async ofTrailer(trailerId: string) {
    const [trailer] = await this.dataSource.query<PlayableTrailer[]>(
      `SELECT ${TRAILER} FROM trailer t WHERE t.id = $1 AND t.status = 'ready'`,
      [trailerId],
    );
    if (trailer === undefined) return undefined;
    const renditions = await this.dataSource.query<Rendition[]>(
      `SELECT id, width, height, frame_rate AS "frameRate", codecs,
              peak_bits_per_second::float8 AS "peakBitsPerSecond",
              average_bits_per_second::float8 AS "averageBitsPerSecond"
       FROM rendition WHERE trailer_id = $1 ORDER BY height DESC, id`,
      [trailerId],
    );
    return { trailer, renditions };
  }

  async segments(renditionId: string) {
    const [trailer] = await this.dataSource.query<PlayableTrailer[]>(
      `SELECT ${TRAILER} FROM trailer t JOIN rendition r ON r.trailer_id = t.id
       WHERE r.id = $1 AND t.status = 'ready'`,
      [renditionId],
    );
    if (trailer === undefined) return undefined;
    const segments = await this.dataSource.query<Segment[]>(
      `SELECT name, duration_seconds AS "durationSeconds" FROM segment
       WHERE rendition_id = $1 ORDER BY position`,
      [renditionId],
    );
    return { trailer, segments };
  }

  async segmentKey(renditionId: string, name: string): Promise<string | undefined> {
    const [segment] = await this.dataSource.query<{ key: string }[]>(
      `SELECT s.object_key AS key FROM segment s
       JOIN rendition r ON r.id = s.rendition_id
       JOIN trailer t ON t.id = r.trailer_id AND t.status = 'ready'
       WHERE s.rendition_id = $1 AND s.name = $2`,
      [renditionId, name],
    );
    return segment?.key;
  }
}
