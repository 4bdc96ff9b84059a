import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { SessionRecord } from '@secure-preview/contracts';
import type { Redis } from 'ioredis';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment, REDIS } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { Levels } from './levels.js';
import { cookieAttributes, SESSION_COOKIE } from './session-middleware.js';

type Done = (error?: unknown) => void;
const settled = (start: (done: Done) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()));
  });

/** Changes a session's level. The cookie's id changes with it, and the record is stored before the answer is sent. */
@Injectable()
export class SessionsService {
  readonly levels: Levels;

  constructor(@Inject(REDIS) redis: Redis, @Inject(GATEWAY_ENVIRONMENT) settings: GatewayEnvironment) {
    this.levels = new Levels(redis, settings);
  }

  /** A public id for a session that is about to begin. */
  newRef(): string {
    return randomUUID();
  }

  /** Begins a viewer's session, in place of whatever session there was. */
  async beginViewer(http: RequestContext, ref: string, viewer: SessionRecord['viewer']): Promise<void> {
    await this.#replace(http, { ref, startedAt: Date.now(), viewer });
  }

  /** Lifts the session to the uploader's level. */
  async beginUploader(http: RequestContext, epoch: number): Promise<void> {
    const record = { ...http.session, uploader: { epoch } };
    await this.levels.beginUploader(record);
    await this.#replace(http, record);
  }

  /** Ends the session: the cookie opens nothing any more, wherever it was copied to. */
  async end({ request, response }: RequestContext): Promise<void> {
    if (request.session?.portal) await settled((done) => request.session.destroy(done));
    response.clearCookie(SESSION_COOKIE, cookieAttributes);
  }

  async #replace({ request }: RequestContext, record: SessionRecord): Promise<void> {
    await settled((done) => request.session.regenerate(done));
    request.session.portal = record;
    await settled((done) => request.session.save(done));
  }
}
