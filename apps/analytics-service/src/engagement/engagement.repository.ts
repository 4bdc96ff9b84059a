import { Injectable } from '@nestjs/common';
import type { Engagement } from '@secure-preview/contracts';
import { DataSource } from 'typeorm';
import { type Buckets, bucketsOf } from './buckets.js';
import { knownTimeZone, readBuckets, readDays, readWatchFigures } from './engagement.queries.js';

const NO_BUCKETS: Buckets = { seconds: 1, count: 0 };

@Injectable()
export class EngagementRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Reads how a version was watched, all at one moment. */
  async read(trailerId: string, requestedTimeZone: string): Promise<Engagement> {
    const timeZone = await knownTimeZone(this.dataSource, requestedTimeZone);
    return this.dataSource.transaction('REPEATABLE READ', async (db) => {
      const figures = await readWatchFigures(db, trailerId);
      const lengthSeconds = figures?.lengthSeconds ?? null;
      const viewers = figures?.viewers ?? 0;
      const buckets =
        figures && viewers > 0 ? bucketsOf(lengthSeconds ?? figures.furthestSeconds ?? 1) : NO_BUCKETS;
      const counts = viewers > 0 ? await readBuckets(db, trailerId, buckets, lengthSeconds) : [];
      const ended = counts.reduce((sum, bucket) => sum + bucket.ended, 0);
      return {
        trailerId,
        timeZone,
        lengthSeconds,
        viewers,
        finished: lengthSeconds === null ? null : (figures?.finished ?? 0),
        reachedEnd: lengthSeconds === null ? null : ended,
        meanShare: figures?.meanShare ?? null,
        medianShare: figures?.medianShare ?? null,
        bucketSeconds: buckets.seconds,
        buckets: counts.map(({ watching, saw, plays, left }, index) => ({
          from: index * buckets.seconds,
          watching,
          saw,
          plays,
          left,
        })),
        days: viewers > 0 ? await readDays(db, trailerId, timeZone) : [],
      };
    });
  }
}
