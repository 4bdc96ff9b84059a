import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, MoreThan } from 'typeorm';
import type { WrappedKeyStore, WrappedTrailerKey } from '../secrets/trailer-key.js';
import { MarkEntity } from './mark.entity.js';

/** The keys of the patterns of marked trailers. */
@Injectable()
export class MarkRepository implements WrappedKeyStore {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async page(after: string | undefined, limit: number): Promise<WrappedTrailerKey[]> {
    const marks = await this.dataSource.manager.find(MarkEntity, {
      where: after === undefined ? {} : { trailerId: MoreThan(after) },
      order: { trailerId: 'ASC' },
      take: limit,
    });
    return marks.map(({ trailerId, patternKey }) => ({ id: trailerId, trailerId, wrapped: patternKey }));
  }

  async replace({ trailerId, wrapped: before }: WrappedTrailerKey, wrapped: Buffer): Promise<void> {
    await this.dataSource.manager.update(
      MarkEntity,
      { trailerId, patternKey: before },
      { patternKey: wrapped },
    );
  }
}
