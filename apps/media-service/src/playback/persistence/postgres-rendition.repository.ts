import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { CutRendition, ListedRendition, PlayableTrailer, Segment } from '../rendition.js';
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
    const renditions = await this.dataSource.query<ListedRendition[]>(
      `SELECT id, kind, width, height, rung, frame_rate AS "frameRate", codecs,
              coalesce(audio_channels, 2) AS channels,
              peak_bits_per_second::float8 AS "peakBitsPerSecond",
              average_bits_per_second::float8 AS "averageBitsPerSecond"
       FROM rendition WHERE trailer_id = $1 AND retired_at IS NULL ORDER BY height DESC NULLS LAST, id`,
      [trailerId],
    );
    return { trailer, renditions };
  }

  async find(renditionId: string): Promise<CutRendition | undefined> {
    const [found] = await this.dataSource.query<(PlayableTrailer & Pick<CutRendition, 'kind' | 'keyId'>)[]>(
      `SELECT ${TRAILER}, r.kind, k.id AS "keyId" FROM rendition r
       JOIN trailer t ON t.id = r.trailer_id AND t.status = 'ready'
       LEFT JOIN trailer_key k ON k.trailer_id = t.id
       WHERE r.id = $1`,
      [renditionId],
    );
    if (found === undefined) return undefined;
    const segments = await this.dataSource.query<Segment[]>(
      `SELECT name, object_key AS "objectKey", duration_seconds AS "durationSeconds", iv FROM segment
       WHERE rendition_id = $1 ORDER BY position`,
      [renditionId],
    );
    const { kind, keyId, ...trailer } = found;
    return { id: renditionId, kind, keyId, trailer, segments };
  }
}
