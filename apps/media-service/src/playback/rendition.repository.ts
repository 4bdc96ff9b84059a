import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { ListedRendition, PlayableTrailer, SegmentedRendition } from './rendition.js';
import { selectListed, selectOwner, selectPlayable, selectSegments } from './rendition.queries.js';

@Injectable()
export class RenditionRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Returns a ready trailer with the renditions of its multivariant playlist; undefined if it is not ready.
   */
  async ofTrailer(
    trailerId: string,
  ): Promise<{ trailer: PlayableTrailer; renditions: ListedRendition[] } | undefined> {
    const trailer = await selectPlayable(this.dataSource, trailerId);
    if (trailer === undefined) return undefined;
    return { trailer, renditions: await selectListed(this.dataSource, trailerId) };
  }

  /** Returns a rendition, retired or not, of a ready trailer; undefined otherwise. */
  async find(renditionId: string): Promise<SegmentedRendition | undefined> {
    const found = await selectOwner(this.dataSource, renditionId);
    if (found === undefined) return undefined;
    const segments = await selectSegments(this.dataSource, renditionId);
    const { kind, keyId, ...trailer } = found;
    return { id: renditionId, kind, keyId, trailer, segments };
  }
}
