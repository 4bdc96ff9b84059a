import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  isUuid,
  type Plays,
  RETRY_AFTER_PARAM,
  type ViewingUpdate,
  viewingLimits,
} from '@secure-preview/contracts';
import type { Watcher } from '../access-log/access.js';
import { AccessLogRepository } from '../access-log/access-log.repository.js';
import { completions, plays } from './viewing.metrics.js';
import { type NewViewing, ViewingRepository } from './viewing.repository.js';
import { applyReport } from './viewing-session.js';

const NO_PLAYS: Plays = { first: 0, ranges: [] };

/** Records what each visitor watched, from the reports of pages. */
@Injectable()
export class ViewingService {
  constructor(
    private readonly viewings: ViewingRepository,
    private readonly accessLog: AccessLogRepository,
  ) {}

  /** Records that a visitor opened the trailer screen. At most one line for each session and minute. */
  async logAccess(watcher: Watcher, commandId: string): Promise<void> {
    await this.accessLog.add(watcher, commandId);
  }

  /**
   * Starts a viewing session and returns its id.
   *
   * @throws AppError `TOO_MANY_REQUESTS` with seconds to wait
   */
  async begin(viewing: Omit<NewViewing, 'id'>, commandId: string): Promise<string> {
    const { sessionsPerHour } = viewingLimits;
    const id = randomUUID();
    const result = await this.viewings.begin({ ...viewing, id }, commandId, sessionsPerHour);
    if (result === id) plays.inc();
    if (typeof result === 'string') return result;
    throw new AppError('TOO_MANY_REQUESTS', { params: { [RETRY_AFTER_PARAM]: result.retryAfterSeconds } });
  }

  /**
   * Adds a report to a viewing session, and returns the id of its trailer, or null if it has none.
   *
   * @throws AppError `VIEWING_SESSION_NOT_FOUND` if it does not exist or belongs to another session
   */
  async update(
    id: string,
    sessionRef: string,
    update: ViewingUpdate,
    commandId: string,
  ): Promise<string | null> {
    const { duration, completed, ranges = [], plays = NO_PLAYS } = update;
    const { seeks = 0, watermarkLosses = 0 } = update;
    const report = { duration, completed, ranges, plays, seeks, watermarkLosses };
    let isFirstCompletion = false;
    if (!isUuid(id)) throw new AppError('VIEWING_SESSION_NOT_FOUND');
    const found = await this.viewings.advance(id, sessionRef, commandId, (progress) => {
      const outcome = applyReport(progress, report, viewingLimits.minMsBetweenEvents);
      isFirstCompletion = outcome.claimedCompleted && !progress.claimedCompleted;
      return outcome;
    });
    if (!found) throw new AppError('VIEWING_SESSION_NOT_FOUND');
    if (isFirstCompletion && !found.isRepeated) completions.inc();
    return found.trailerId;
  }
}
