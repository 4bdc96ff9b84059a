import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../http/request-context.js';
import { AUTH, type AuthClient } from '../rpc/rpc.module.js';
import { KnownBrowserService } from './known-browser.service.js';

/** Requires the upload password of uploaders again, so a stolen session is not enough for some changes. */
@Injectable()
export class UploadPasswordService {
  constructor(
    @Inject(AUTH) private readonly auth: AuthClient,
    private readonly browsers: KnownBrowserService,
  ) {}

  /** @throws AppError `INVALID_PASSWORD`, `TOO_MANY_ATTEMPTS` */
  async confirm(password: string, http: RequestContext): Promise<void> {
    const { sessionRef, ip, userAgent } = http.visitor();
    const { leadId } = http.session.viewer;
    const knownBrowser = await this.browsers.recognise(http);
    const attempt = { password, ip, userAgent, sessionRef, leadId, knownBrowser };
    await this.auth.verifyUploadPassword(attempt, http.call);
  }
}
