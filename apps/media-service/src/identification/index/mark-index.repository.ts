import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { TrailerIndex } from '@secure-preview/marking';
import { DataSource } from 'typeorm';
import { selectIndex, selectIndexed } from './mark-index.queries.js';

/** A version with which clips can be compared. */
export interface IndexedTrailer {
  readonly trailerId: string;
  readonly title: string;
  readonly createdAt: Date;
}

/** The indexes by which clips are found in trailers, and the segments that carry no mark. */
@Injectable()
export class MarkIndexRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Returns all versions with an index, newest first. */
  list(): Promise<IndexedTrailer[]> {
    return selectIndexed(this.dataSource);
  }

  /** Returns the index of a version; undefined without any. It has up to 120 MB, so read one after the other. */
  read(trailerId: string): Promise<{ index: TrailerIndex; erased: ReadonlySet<number> } | undefined> {
    return selectIndex(this.dataSource, trailerId);
  }
}
