import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MarkEntity } from '../../marks/mark.entity.js';

@Injectable()
export class PatternKeyRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Stores the wrapped key of a trailer's patterns unless it has one, and returns the stored key. Returns undefined if
   * the key was removed meanwhile.
   */
  async ensure(trailerId: string, patternKey: Buffer): Promise<Buffer | undefined> {
    const { manager } = this.dataSource;
    await manager
      .createQueryBuilder()
      .insert()
      .into(MarkEntity)
      .values({ trailerId, patternKey })
      // Without columns to overwrite, this does nothing if the trailer already has a key.
      .orUpdate([], ['trailer_id'])
      .execute();
    return (await manager.findOneBy(MarkEntity, { trailerId }))?.patternKey;
  }
}
