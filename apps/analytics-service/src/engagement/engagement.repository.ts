import { Injectable } from '@nestjs/common';
import type { Engagement } from '@secure-preview/contracts';
import { DataSource } from 'typeorm';
import { bucketsOf } from './buckets.js';
import { knownTimeZone, readCounts, readWatchFigures } from './engagement.queries.js';

/** Engagement of a version that nobody watched. */
const NOBODY = {
  lengthSeconds: null,
  viewers: 0,
  finished: null,
  reachedEnd: null,
  meanShare: null,
  medianShare: null,
  bucketSeconds: 1,
  buckets: [],
  days: [],
};

@Injectable()
export class EngagementRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Reads how a version was watched, all at one moment. */
  async read(trailerId: string, requestedTimeZone: string): Promise<Engagement> {
    const timeZone = await knownTimeZone(this.dataSource, requestedTimeZone);
    return this.dataSource.transaction('REPEATABLE READ', async (db) => {
      const figures = await readWatchFigures(db, trailerId);
      if (!figures?.viewers) return { ...NOBODY, trailerId, timeZone };
      const { lengthSeconds, furthestSeconds, ...known } = figures;
      const buckets = bucketsOf(lengthSeconds ?? furthestSeconds ?? 1);
      const counts = await readCounts(db, { trailerId, lengthSeconds, buckets, timeZone });
      const ended = counts.buckets.reduce((sum, bucket) => sum + bucket.ended, 0);
      return {
        ...known,
        trailerId,
        timeZone,
        lengthSeconds,
        finished: lengthSeconds === null ? null : known.finished,
        reachedEnd: lengthSeconds === null ? null : ended,
        bucketSeconds: buckets.seconds,
        buckets: counts.buckets.map(({ ended: _, ...bucket }, index) => ({
          from: index * buckets.seconds,
          ...bucket,
        })),
        days: counts.days,
      };
    });
  }
}
