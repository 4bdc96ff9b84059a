import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  type EvidenceRendition,
  type EvidenceSegment,
  selectEvidenceRendition,
  selectEvidenceSegments,
  selectWrappedKey,
} from './evidence.queries.js';

export interface Evidence {
  readonly trailerId: string;
  readonly rendition: EvidenceRendition;
  /** In order, the initialisation segment first. */
  readonly segments: readonly EvidenceSegment[];
  /** Key of the segments, encrypted with MEDIA_SECRET. */
  readonly wrappedKey: Buffer;
}

@Injectable()
export class EvidenceRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Returns both variants of the rendition that shows whose a found copy was; undefined if there is none. */
  async find(trailerId: string): Promise<Evidence | undefined> {
    const rendition = await selectEvidenceRendition(this.dataSource, trailerId);
    const wrappedKey = await selectWrappedKey(this.dataSource, trailerId);
    if (rendition === undefined || wrappedKey === undefined) return undefined;
    const segments = await selectEvidenceSegments(this.dataSource, rendition.id);
    return { trailerId, rendition, segments, wrappedKey };
  }
}
