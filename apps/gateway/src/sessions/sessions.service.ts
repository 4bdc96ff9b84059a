import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { accessEnded, SESSION_COOKIE, type SessionRecord } from '@secure-preview/contracts';
import { addressKey } from '@secure-preview/service-kit';
import type { Request } from 'express';
import type { RequestContext } from '../http/request-context.js';
import { BLOCKS, type BlocksClient } from '../rpc/rpc.module.js';
import { AccessRules } from './access-rules.js';
import { Levels } from './levels.js';
import { cookieAttributes } from './session-middleware.js';
import { SessionRecordsService } from './session-records.service.js';

/** A session that is about to begin. */
export interface NewSession extends Pick<SessionRecord, 'ref' | 'viewer'> {
  /** How the address was proved, and the invitation. */
  readonly proof: Omit<NonNullable<SessionRecord['access']>, 'emailKey'>;
}

const recordOf = ({ ref, viewer, proof }: NewSession) => ({
  ref,
  startedAt: Date.now(),
  viewer,
  access: { emailKey: addressKey(viewer.email), ...proof },
});

/**
 * Changes the level of a session. The id in the cookie changes with it. The record is stored before the
 * response is sent.
 */
@Injectable()
export class SessionsService {
  constructor(
    private readonly levels: Levels,
    private readonly rules: AccessRules,
    @Inject(BLOCKS) private readonly blocks: BlocksClient,
    private readonly records: SessionRecordsService,
  ) {}

  /** Returns a public id for a session that is about to begin. */
  newRef(): string {
    return randomUUID();
  }

  /** Returns whether the network of a visitor is blocked. */
  isNetworkBlocked({ ip }: RequestContext): boolean {
    return this.rules.isNetworkBlocked(ip);
  }

  /** @throws AppError `ACCESS_ENDED` if the network is blocked, which visitors may know */
  assertNetworkNotBlocked(http: RequestContext): void {
    if (this.isNetworkBlocked(http)) throw accessEnded('blocked');
  }

  /**
   * Rejects a blocked visitor before a lead is stored. `beginViewer` repeats the check in the step that begins the
   * session.
   *
   * @throws AppError `ACCESS_ENDED` if the address, its domain or the network is blocked
   */
  async assertNotBlocked({ ip }: RequestContext, email: string): Promise<void> {
    const key = addressKey(email);
    if (this.rules.isBlocked(key, ip) || (await this.records.isBlocked(key))) throw accessEnded('blocked');
  }

  /**
   * Begins a viewer's session. Replaces any existing session, including its uploader's level.
   *
   * @throws AppError `ACCESS_ENDED` if the address, its domain or the network is blocked
   */
  async beginViewer(http: RequestContext, begun: NewSession): Promise<void> {
    const record = recordOf(begun);
    const { emailKey: key } = record.access;
    if (this.rules.isBlocked(key, http.ip)) throw accessEnded('blocked');
    await this.begin(http, record, key);
  }

  /** Begins a session with the uploader's level, from which blocks do not exclude. */
  async beginAdministrator(http: RequestContext, begun: NewSession, epoch: number): Promise<void> {
    const record = { ...recordOf(begun), uploader: { epoch } };
    await this.levels.beginUploader(record);
    await this.begin(http, record, null);
  }

  /** @param key e-mail key that must not be blocked; null for none */
  private async begin(http: RequestContext, record: SessionRecord, key: string | null): Promise<void> {
    const { request } = http;
    await this.forget(request);
    const stored = replaceSession(request, record);
    const begin = (checked: string | null) =>
      this.records.begin(request.sessionID, record.ref, stored, checked);
    let result = await begin(key);
    if (result === 'unknown' && key !== null) {
      const { blocked: isBlocked } = await this.blocks.isBlocked({ emailKey: key }, http.call);
      result = isBlocked ? 'blocked' : await begin(null);
    }
    if (result === 'begun') return;
    detachSession(request);
    throw accessEnded('blocked');
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
