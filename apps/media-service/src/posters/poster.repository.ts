import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { PosterEntity } from './poster.entity.js';
import type { Poster } from './poster.js';

@Injectable()
export class PosterRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Returns the poster of an upload. */
  async findBySource(sourceKey: string): Promise<Poster | undefined> {
    return (await this.dataSource.manager.findOneBy(PosterEntity, { sourceKey })) ?? undefined;
  }

  /** Stores a poster, or returns the existing poster of the same upload. */
  async save(poster: Poster, sourceKey: string): Promise<Poster> {
    await this.dataSource
      .createQueryBuilder()
      .insert()
      .into(PosterEntity)
      .values({ ...poster, sourceKey })
      // Without columns to overwrite, this does nothing if the source already has a poster.
      .orUpdate([], ['source_key'])
      .execute();
    return (await this.findBySource(sourceKey)) ?? poster;
  }
}
