import { Injectable } from '@nestjs/common';
import { viewingLimits } from '@secure-preview/contracts';
import { networkOf } from '@secure-preview/service-kit';
import { enqueueAlert } from '@secure-preview/service-kit/outbox';
import { DataSource, type EntityManager } from 'typeorm';
import type { Watcher } from '../access-log/access.js';
import { addPersonWatched, recordPlayer } from '../people/person.queries.js';
import { alertsOf } from '../people/person-alerts.js';
import { playsOf } from './play-columns.js';
import { PlaybackGrantEntity } from './playback-grant.entity.js';
import {
  hasEvent,
  insertProgress,
  lockProgress,
  lockSession,
  updateViewingSummary,
  viewingsOfLastHour,
} from './viewing.queries.js';
import { ViewingSessionEntity } from './viewing-session.entity.js';
import type { Outcome, ViewingProgress } from './viewing-session.js';
import { ViewingSummaryEntity } from './viewing-summary.entity.js';
import { recordSeen, updateWatchedSummary, type WatchedSummaryKey } from './watched-summary.queries.js';

export interface NewViewing {
  readonly id: string;
  readonly watcher: Watcher;
  readonly trailer: {
    readonly id: string;
    readonly durationSeconds: number | null;
    /** Milliseconds since the session was first granted the trailer. Only the first value is stored. */
    readonly grantedAgoMs?: number;
  } | null;
}

/** Rejection: the session has started as many viewings as it may in an hour. */
export interface ViewingLimitReached {
  /** Seconds until the oldest of these viewings is an hour old. */
  readonly retryAfterSeconds: number;
}

/** Decides what a report changes in a viewing session. */
export type Decide = (progress: ViewingProgress) => Outcome;

/** Treats zero or negative durations as unknown. */
const positiveOrNull = (seconds: number | null | undefined) => (seconds && seconds > 0 ? seconds : null);

@Injectable()
export class ViewingRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Stores a viewing session and returns its id; for a repeated command, the id that it returned first. */
  begin(viewing: NewViewing, commandId: string, perHour: number): Promise<string | ViewingLimitReached> {
    const { sessionRef } = viewing.watcher;
    return this.dataSource.transaction(async (db) => {
      await lockSession(db, sessionRef);
      const existing = await db.getRepository(ViewingSessionEntity).findOneBy({ commandId });
      if (existing) return existing.id;
      const recent = await viewingsOfLastHour(db, sessionRef);
      if (recent && recent.count >= perHour) return { retryAfterSeconds: Math.max(1, recent.wait ?? 1) };
      await this.insert(db, viewing, commandId);
      return viewing.id;
    });
  }

  /**
   * Applies what `decide` returns for the progress so far, in one transaction that locks the viewing session against
   * other reports. A repeated command changes nothing.
   *
   * @returns the trailer of the viewing session; undefined if this session has no such viewing session
   */
  advance(
    id: string,
    sessionRef: string,
    commandId: string,
    decide: Decide,
  ): Promise<{ trailerId: string | null } | undefined> {
    return this.dataSource.transaction(async (db) => {
      const progress = await lockProgress(db, id, sessionRef);
      if (!progress) return undefined;
      const { trailerId } = progress;
      if (await hasEvent(db, commandId)) return { trailerId };
      // Always locks the watched summary after the viewing, so concurrent reports of one session cannot deadlock.
      const known = await recordSeen(db, progress);
      const outcome = decide({ ...progress, ...known, plays: playsOf(progress) });
      await insertProgress(db, id, commandId, outcome);
      await updateViewingSummary(db, id, outcome);
      const { playedSeconds, playCount } = outcome;
      const hasPlayed = playedSeconds > known.playedSeconds || playCount > known.playCount;
      if (outcome.watchedSeconds > 0 || hasPlayed) await this.addWatched(db, progress, outcome);
      return { trailerId };
    });
  }

  private async insert(
    db: EntityManager,
    { id, watcher, trailer }: NewViewing,
    commandId: string,
  ): Promise<void> {
    const { sessionRef, leadId, ip, userAgent } = watcher;
    const [trailerId, trailerSeconds] = [trailer?.id ?? null, positiveOrNull(trailer?.durationSeconds)];
    await db
      .getRepository(ViewingSessionEntity)
      .insert({ id, commandId, sessionRef, leadId, ip, userAgent, trailerId, trailerSeconds });
    const agoMs = Math.min(trailer?.grantedAgoMs ?? 0, viewingLimits.maxBackdateSeconds * 1000);
    await db
      .getRepository(PlaybackGrantEntity)
      .createQueryBuilder()
      .insert()
      .values({ leadId, trailerId, agoMs })
      .orIgnore()
      .execute();
    await db.getRepository(ViewingSummaryEntity).insert({ viewingSessionId: id });
    await recordSeen(db, { leadId, trailerId, trailerSeconds });
    await recordPlayer(db, leadId, id, networkOf(ip) ?? null);
  }

  /**
   * Stores what a lead watched of a trailer and has played, also for its person, and the alerts that this causes.
   * `recordSeen` must have locked the summary.
   */
  private async addWatched(db: EntityManager, key: WatchedSummaryKey, outcome: Outcome): Promise<void> {
    await updateWatchedSummary(db, key, outcome);
    const { leadId, trailerId, trailerSeconds } = key;
    const { seen } = outcome;
    if (trailerId === null || seen.length === 0) return;
    const trailer = { id: trailerId, seconds: trailerSeconds };
    const milestones = await addPersonWatched(db, leadId, trailer, seen);
    if (milestones === undefined) return;
    for (const alert of alertsOf(milestones, leadId, trailerId)) await enqueueAlert(db, alert);
  }
}
