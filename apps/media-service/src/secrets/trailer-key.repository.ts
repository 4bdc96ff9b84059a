import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, MoreThan } from 'typeorm';
import { TrailerKeyEntity } from './trailer-key.entity.js';
import type { WrappedKeyStore, WrappedTrailerKey } from './trailer-key.js';
import { selectPlayableKey } from './trailer-key.queries.js';

@Injectable()
export class TrailerKeyRepository implements WrappedKeyStore {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Returns a key, and whether its trailer is the active one. Undefined unless the trailer is ready. */
  find(keyId: string): Promise<(WrappedTrailerKey & { readonly active: boolean }) | undefined> {
    return selectPlayableKey(this.dataSource, keyId);
  }

  /**
   * Stores the wrapped key of a trailer unless it has one, and returns the stored key. Returns undefined if the key was
   * removed meanwhile.
   */
  async ensure(trailerId: string, wrapped: Buffer): Promise<Buffer | undefined> {
    const { manager } = this.dataSource;
    await manager
      .createQueryBuilder()
      .insert()
      .into(TrailerKeyEntity)
      .values({ id: randomUUID(), trailerId, wrapped })
      // Without columns to overwrite, this does nothing if the trailer already has a key.
      .orUpdate([], ['trailer_id'])
      .execute();
    return (await manager.findOneBy(TrailerKeyEntity, { trailerId }))?.wrapped;
  }

  /** Returns a page of keys in the order of their ids, after the id `after`. */
  page(after: string | undefined, limit: number): Promise<WrappedTrailerKey[]> {
    return this.dataSource.manager.find(TrailerKeyEntity, {
      where: after === undefined ? {} : { id: MoreThan(after) },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** Replaces a wrapped key unless it was replaced since it was read. */
  async replace({ id, wrapped: before }: WrappedTrailerKey, wrapped: Buffer): Promise<void> {
    await this.dataSource.manager.update(TrailerKeyEntity, { id, wrapped: before }, { wrapped });
  }
}
