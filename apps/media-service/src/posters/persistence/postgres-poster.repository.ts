import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Poster } from '../poster.js';
import { PosterRepository } from '../poster.repository.js';

const COLUMNS = 'id, object_key AS "objectKey", content_type AS "contentType", width, height, generated';

@Injectable()
export class PostgresPosterRepository extends PosterRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    super();
  }

  async findBySource(sourceKey: string): Promise<Poster | undefined> {
    const [poster] = await this.dataSource.query<Poster[]>(
      `SELECT ${COLUMNS} FROM poster WHERE source_key = $1`,
      [sourceKey],
    );
    return poster;
  }

  async save(poster: Poster, sourceKey: string): Promise<Poster> {
    await this.dataSource.query(
      `INSERT INTO poster (id, source_key, object_key, content_type, width, height, generated)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (source_key) DO NOTHING`,
      [
        poster.id,
        sourceKey,
        poster.objectKey,
        poster.contentType,
        poster.width,
        poster.height,
        poster.generated,
      ],
    );
    return (await this.findBySource(sourceKey)) ?? poster;
  }
}
