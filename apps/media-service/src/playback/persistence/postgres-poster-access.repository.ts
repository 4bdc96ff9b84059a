import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { IS_SHOWN } from '../../access/shown-trailer.queries.js';
import { type PlacedPoster, PosterAccessRepository } from '../poster-access.repository.js';

@Injectable()
export class PostgresPosterAccessRepository extends PosterAccessRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    super();
  }

  async find(posterId: string): Promise<PlacedPoster | undefined> {
    const [poster] = await this.dataSource.query<PlacedPoster[]>(
      `SELECT object_key AS "objectKey", content_type AS "contentType",
              ARRAY(SELECT json_build_object('id', t.id, 'shown', ${IS_SHOWN}) FROM trailer t
                    WHERE t.poster_id = p.id) AS trailers
       FROM poster p WHERE p.id = $1`,
      [posterId],
    );
    return poster;
  }
}
