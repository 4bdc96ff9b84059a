import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type FoundChange, type HistorySelection, newestChanges } from './access-history.queries.js';

/** Reads the stored changes of access, of which none is ever changed. */
@Injectable()
export class AccessHistoryRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the newest changes of each visit and of the person, newest first. */
  newest(selection: HistorySelection): Promise<FoundChange[]> {
    return newestChanges(this.dataSource, selection);
  }
}
