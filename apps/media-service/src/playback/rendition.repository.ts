import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { CutRendition, ListedRendition, PlayableTrailer } from './rendition.js';
import { selectListed, selectOwner, selectPlayable, selectSegments } from './rendition.queries.js';

@Injectable()
export class RenditionRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Returns a trailer with the renditions of its multivariant playlist, without retired ones. Undefined
   * unless it is ready.
   */
  async ofTrailer(
    trailerId: string,
  ): Promise<{ trailer: PlayableTrailer; renditions: ListedRendition[] } | undefined> {
    const trailer = await selectPlayable(this.dataSource, trailerId);
    if (trailer === undefined) return undefined;
    return { trailer, renditions: await selectListed(this.dataSource, trailerId) };
  }

  /** Returns a rendition, even a retired one. Undefined unless its trailer is ready. */
  async find(renditionId: string): Promise<CutRendition | undefined> {
    const found = await selectOwner(this.dataSource, renditionId);
    if (found === undefined) return undefined;
    const segments = await selectSegments(this.dataSource, renditionId);
    const { kind, keyId, ...trailer } = found;
    return { id: renditionId, kind, keyId, trailer, segments };
  }
}
