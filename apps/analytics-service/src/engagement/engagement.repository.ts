import { Injectable } from '@nestjs/common';
import type { Engagement } from '@secure-preview/contracts';
import { DataSource } from 'typeorm';
import { bucketsOf } from './buckets.js';
import { readExtent, readPeopleCounts } from './people-counts.queries.js';
import { knownTimeZone, readDays, readPlays } from './viewing-counts.queries.js';

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

  /** Reads how a version was watched. Reports that arrive meanwhile may be in some of the figures. */
  async read(trailerId: string, requestedTimeZone: string): Promise<Engagement> {
    const db = this.dataSource;
    const [timeZone, extent] = await Promise.all([
      knownTimeZone(db, requestedTimeZone),
      readExtent(db, trailerId),
    ]);
    const lengthSeconds = extent?.lengthSeconds ?? null;
    const buckets = bucketsOf(lengthSeconds ?? extent?.furthestSeconds ?? 1);
    // At once, because Postgres runs each statement on one core, and each takes about as long.
    const [people, plays, days] = await Promise.all([
      readPeopleCounts(db, trailerId, lengthSeconds, buckets),
      readPlays(db, trailerId, buckets),
      readDays(db, trailerId, timeZone),
    ]);
    if (!people?.viewers) return { ...NOBODY, trailerId, timeZone };
    const { finished, ...figures } = people;
    const ended = people.buckets.reduce((sum, bucket) => sum + bucket.ended, 0);
    return {
      ...figures,
      trailerId,
      timeZone,
      lengthSeconds,
      finished: lengthSeconds === null ? null : finished,
      reachedEnd: lengthSeconds === null ? null : ended,
      bucketSeconds: buckets.seconds,
      buckets: people.buckets.map(({ ended: _, ...bucket }, index) => ({
        from: index * buckets.seconds,
        ...bucket,
        plays: plays[index] ?? 0,
      })),
      days,
    };
  }
}
