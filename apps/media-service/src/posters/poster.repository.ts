import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { PosterEntity } from './poster.entity.js';
import type { Poster } from './poster.js';

@Injectable()
export class PosterRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Returns the poster made from an upload. */
  async findBySource(sourceKey: string): Promise<Poster | undefined> {
    return (await this.dataSource.manager.findOneBy(PosterEntity, { sourceKey })) ?? undefined;
  }

  /** Stores a poster. Returns the existing one when another was made from the same upload meanwhile. */
  async save(poster: Poster, sourceKey: string): Promise<Poster> {
    await this.dataSource
      .createQueryBuilder()
      .insert()
      .into(PosterEntity)
      .values({ ...poster, sourceKey })
      // Without columns to overwrite: does nothing when that source has a poster already.
      .orUpdate([], ['source_key'])
      .execute();
    return (await this.findBySource(sourceKey)) ?? poster;
  }
}
