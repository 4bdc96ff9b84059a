import { Injectable } from '@nestjs/common';
import { viewingLimits } from '@secure-preview/contracts';
import { networkOf } from '@secure-preview/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { Watcher } from '../access-log/access.js';
import { recordPlayer } from '../people/person.queries.js';
import { playsOf } from './play-columns.js';
import { PlaybackGrantEntity } from './playback-grant.entity.js';
import { lockViewing, readProgress, storeOutcome } from './report.queries.js';
import { lockSession, viewingsOfLastHour } from './viewing.queries.js';
import { ViewingSessionEntity } from './viewing-session.entity.js';
import type { Outcome, ViewingProgress } from './viewing-session.js';
import { ViewingSummaryEntity } from './viewing-summary.entity.js';
import { recordSeen } from './watched-summary.queries.js';

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

/** What became of a report. */
interface Advanced {
  readonly trailerId: string | null;
  /** Whether its command was stored before. */
  readonly isRepeated: boolean;
}

/** A report of a player that is to be stored. */
interface ViewingReport {
  readonly id: string;
  readonly sessionRef: string;
  readonly commandId: string;
  readonly decide: Decide;
}

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
   * Applies what `decide` returns for the progress so far. A repeated command changes nothing. Reads and stores in one
   * statement each, without a lock in between. If another transaction changes the summaries meanwhile, it begins again and
   * locks them first, so `decide` may be called twice.
   *
   * @returns the trailer of the viewing session, and whether the command is repeated; undefined if this session has no
   *   such viewing session
   */
  async advance(
    id: string,
    sessionRef: string,
    commandId: string,
    decide: Decide,
  ): Promise<Advanced | undefined> {
    const report = { id, sessionRef, commandId, decide };
    const first = await this.attempt(this.dataSource.manager, report);
    if (first?.isChanged !== true) return first;
    return this.dataSource.transaction(async (db) => {
      await lockViewing(db, id);
      const known = await readProgress(db, id, sessionRef, commandId);
      if (known?.isRepeated) return known;
      await recordSeen(db, first);
      const second = await this.attempt(db, report);
      if (second?.isChanged) throw new Error('a locked viewing session was changed');
      return second;
    });
  }

  /**
   * Stores a report unless its command is repeated. Returns undefined if there is no such viewing session. `isChanged` is
   * true if another transaction changed it after it was read; then nothing is stored.
   */
  private async attempt(db: EntityManager, { id, sessionRef, commandId, decide }: ViewingReport) {
    const known = await readProgress(db, id, sessionRef, commandId);
    if (!known || known.isRepeated) return known && { ...known, isChanged: false };
    const outcome = decide({ ...known, plays: playsOf(known) });
    return { ...known, isChanged: !(await storeOutcome(db, id, commandId, known, outcome)) };
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
}
