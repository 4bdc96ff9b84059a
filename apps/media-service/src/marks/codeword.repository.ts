import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { insertCodeword, type MarkedTrailer, selectCodeword, selectMarked } from './codeword.queries.js';

@Injectable()
export class CodewordRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Returns a marked trailer that is ready; undefined for any other. */
  trailer(trailerId: string): Promise<MarkedTrailer | undefined> {
    return selectMarked(this.dataSource, trailerId);
  }

  /**
   * Returns the stored codeword of a person, after storing `draw()` if there was none. Of concurrent calls, all return the
   * one that was stored first.
   */
  async ensure(trailerId: string, markId: string, draw: () => Uint8Array): Promise<Buffer> {
    const stored = await selectCodeword(this.dataSource, trailerId, markId);
    if (stored) return stored;
    await insertCodeword(this.dataSource, trailerId, markId, draw());
    const first = await selectCodeword(this.dataSource, trailerId, markId);
    if (first === undefined) throw new Error('the codeword was removed with its trailer');
    return first;
  }
}
