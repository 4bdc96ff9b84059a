import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, Not } from 'typeorm';
import { deleteIndex } from '../identification/index/mark-index.queries.js';
import { RenditionEntity } from '../playback/rendition.entity.js';
import { releasePoster } from '../posters/poster-claims.queries.js';
import { TrailerKeyEntity } from '../secrets/trailer-key.entity.js';
import { releaseTrailerObjects } from '../storage/object-claims.queries.js';
import { lockActiveTrailer } from '../trailers/active-trailer.queries.js';
import { TrailerEntity } from '../trailers/trailer.entity.js';
import { lockReplaced, selectEvidence } from './retention.queries.js';

/** Expires trailers that were replaced long enough ago. */
@Injectable()
export class RetentionRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Marks one trailer that was replaced at least `days` days ago as expired, and releases its objects to the
   * sweep. Keeps what shows whose a found copy was: a rendition of a marked trailer that somebody was sent, its keys and
   * codewords. Returns false when there is none.
   */
  expireOne(days: number): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      await lockActiveTrailer(manager);
      const trailer = await lockReplaced(manager, days);
      if (trailer === undefined) return false;
      const { id } = trailer;
      const evidenceId = await selectEvidence(manager, id);
      await releaseTrailerObjects(manager, id, evidenceId);
      if (evidenceId === undefined) {
        await manager.delete(RenditionEntity, { trailerId: id });
        await manager.delete(TrailerKeyEntity, { trailerId: id });
        await deleteIndex(manager, id);
      } else {
        await manager.delete(RenditionEntity, { trailerId: id, id: Not(evidenceId) });
      }
      await manager.update(
        TrailerEntity,
        { id },
        {
          status: 'expired',
          ladderDone: true,
          step: null,
          secondsLeft: null,
          attemptId: null,
          posterId: null,
        },
      );
      await releasePoster(manager, trailer.posterId, 0);
      return true;
    });
  }
}
