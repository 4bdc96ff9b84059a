import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SESSION_COOKIE, type SessionRecord } from '@secure-preview/contracts';
import type { Request } from 'express';
import type { RequestContext } from '../http/request-context.js';
import { Levels } from './levels.js';
import { cookieAttributes } from './session-middleware.js';
import { SessionRecordsService } from './session-records.service.js';

/**
 * Changes the level of a session. The id in the cookie changes with it. The record is stored before the
 * response is sent.
 */
@Injectable()
export class SessionsService {
  constructor(
    private readonly levels: Levels,
    private readonly records: SessionRecordsService,
  ) {}

  /** Returns a public id for a session that is about to begin. */
  newRef(): string {
    return randomUUID();
  }

  /** Begins a viewer's session. Replaces any existing session, including its uploader's level. */
  async beginViewer(
    { request }: RequestContext,
    ref: string,
    viewer: SessionRecord['viewer'],
  ): Promise<void> {
    await this.forget(request);
    const record = replaceSession(request, { ref, startedAt: Date.now(), viewer });
    await this.records.begin(request.sessionID, ref, record);
  }

  /**
   * Raises the session to the uploader's level.
   *
   * @returns false if the session has ended while the password was being verified
   */
  async beginUploader({ request, session }: RequestContext, epoch: number): Promise<boolean> {
    const raisedRecord = { ...session, uploader: { epoch } };
    await this.levels.beginUploader(raisedRecord);
    const oldId = request.sessionID;
    const record = replaceSession(request, raisedRecord);
    if (await this.records.rotate(oldId, request.sessionID, session.ref, record)) return true;
    // Leaves the cookie unchanged. Another tab may have raised the session first, and its response sets the
    // new cookie.
    detachSession(request);
    return false;
  }

  /** Ends the session. Invalidates every copy of its cookie. */
  async end({ request, response }: RequestContext): Promise<void> {
    await this.forget(request);
    detachSession(request);
    response.clearCookie(SESSION_COOKIE, cookieAttributes);
  }

  private async forget({ session, sessionID }: Request): Promise<void> {
    if (session.portal) await this.records.end(sessionID, session.portal.ref);
  }
}

/**
 * Unsets the session of the request, so that express-session neither stores it nor sets its cookie (its option
 * `unset`). `delete` does not compile, because the types declare the session as always present.
 */
function detachSession(request: Request): void {
  Reflect.deleteProperty(request, 'session');
}

/**
 * Gives the request a session with a new id. The response sets its cookie.
 *
 * @returns the record to store
 */
function replaceSession(request: Request, record: SessionRecord): string {
  request.sessionStore.generate(request);
  request.session.portal = record;
  return JSON.stringify(request.session);
}
