import { Injectable } from '@nestjs/common';
import {
  AppError,
  ENDED_REASON_PARAM,
  type SessionRecord,
  STARTS_AT_PARAM,
  type StreamEvent,
} from '@secure-preview/contracts';
import { assertAllowed } from '../access/access-rule.js';
import { Levels } from '../sessions/levels.js';
import { sessionOf } from '../sessions/session-middleware.js';
import { SessionRecordsService } from '../sessions/session-records.service.js';
import { WatchingService } from '../viewing/watching.service.js';

/** Who watches what on a stream. */
export interface StreamedVisit {
  /** Id of the session in the cookie with which the stream was opened. */
  readonly sessionId: string;
  readonly record: SessionRecord;
  /** Address of the visitor. */
  readonly ip: string;
  readonly trailerId: string;
}

/** Checks whether the visitor of a stream may still watch. Extends no session. */
@Injectable()
export class StreamCheckService {
  constructor(
    private readonly records: SessionRecordsService,
    private readonly levels: Levels,
    private readonly watching: WatchingService,
  ) {}

  /**
   * Returns the event that ends the stream; undefined if the visitor may watch.
   *
   * @throws AppError `SERVICE_UNAVAILABLE` or an error of the connection while this is unknown
   */
  async endOf(visit: StreamedVisit): Promise<StreamEvent | undefined> {
    try {
      await this.assertMayWatch(visit);
      return undefined;
    } catch (error) {
      const event = eventOf(error);
      if (event) return event;
      throw error;
    }
  }

  private async assertMayWatch({ sessionId, record, ip, trailerId }: StreamedVisit): Promise<void> {
    const found = await this.records.read(sessionId, record.ref);
    if (!found) throw new AppError('UNAUTHORIZED');
    const session = sessionOf(found);
    assertAllowed('viewer', await this.levels.identify(session, ip));
    this.watching.assertMayPlay(session, trailerId);
  }
}

/** Returns the event for an error that the next request of the page would return. */
function eventOf(error: unknown): StreamEvent | undefined {
  if (!(error instanceof AppError)) return undefined;
  const { code, params } = error;
  if (code === 'UNAUTHORIZED') return { kind: 'signedOut' };
  if (code !== 'ACCESS_ENDED') return undefined;
  const startsAt = params[STARTS_AT_PARAM];
  return {
    kind: 'ended',
    reason: String(params[ENDED_REASON_PARAM]),
    ...(startsAt === undefined ? {} : { startsAt: String(startsAt) }),
  };
}
