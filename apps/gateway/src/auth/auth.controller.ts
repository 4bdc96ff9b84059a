import { Controller, Inject } from '@nestjs/common';
import {
  AppError,
  type RouteInput,
  type RouteResult,
  routes,
  type SessionRecord,
} from '@secure-preview/contracts';
import { endedReason } from '../access/access-rule.js';
import { isOwnNavigation } from '../access/origin-check.js';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { LeadCaptureService } from '../leads/lead-capture.service.js';
import { StaffLeadsService } from '../leads/staff-leads.service.js';
import { AUTH, type AuthClient } from '../rpc/rpc.module.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SettingsFollowerService } from '../settings/settings-follower.service.js';
import { KnownBrowserService } from '../upload-password/known-browser.service.js';
import { readableAddress } from './readable-address.js';

const { auth } = routes;

@Controller()
export class AuthController {
  constructor(
    @Inject(AUTH) private readonly auth: AuthClient,
    private readonly sessions: SessionsService,
    private readonly leads: LeadCaptureService,
    private readonly staff: StaffLeadsService,
    private readonly browsers: KnownBrowserService,
    private readonly follower: SettingsFollowerService,
    @Inject(GATEWAY_ENVIRONMENT) private readonly settings: GatewayEnvironment,
  ) {}

  @Route(auth.status)
  async status(_input: unknown, http: RequestContext): Promise<RouteResult<typeof auth.status>> {
    if (http.level === 'anonymous') {
      const { identity } = http;
      const reason = endedReason(identity);
      const { startsAt } = identity;
      const start = startsAt === undefined ? {} : { startsAt: new Date(startsAt).toISOString() };
      const ended = reason ? { accessEnded: reason, ...start } : {};
      const unproved = identity.unproved ? { proofRequired: personOf(identity.unproved) } : {};
      const blocked = this.sessions.isNetworkBlocked(http) ? { networkBlocked: true } : {};
      return {
        authenticated: false,
        uploadAuthenticated: false,
        viewer: null,
        ...ended,
        ...unproved,
        ...blocked,
      };
    }
    const person = personOf(http.session);
    // Only this answer opens the gate again. Pages read it when they load, so it does not interrupt playback.
    if (this.mustAcceptAgain(http)) {
      return {
        authenticated: false,
        uploadAuthenticated: false,
        viewer: null,
        acceptAgain: person,
      };
    }
    const { invitation } = http.session.access ?? {};
    return {
      authenticated: true,
      uploadAuthenticated: http.level === 'uploader',
      viewer: { ...person, ip: http.ip },
      ...(invitation ? { invitationId: invitation.id } : {}),
    };
  }

  /**
   * Returns whether the terms were accepted before every visitor was asked again. Uploaders are exempt. A time in the
   * future, from a clock that is fast, applies once it is reached: otherwise new visitors could not enter until then.
   */
  private mustAcceptAgain({ level, session }: RequestContext): boolean {
    const askedAt = Date.parse(this.follower.current.values.termsAskedAt ?? '');
    return level !== 'uploader' && askedAt <= Date.now() && session.startedAt < askedAt;
  }

  @Route(auth.leadCapture)
  async leadCapture({ body }: RouteInput<typeof auth.leadCapture>, http: RequestContext) {
    if (this.follower.current.values.gateMode !== 'open') throw new AppError('CODE_REQUIRED');
    const form = { ...body, email: readableAddress(body.email) };
    const { name, email } = form;
    this.leads.assertCurrentTerms(form.termsHash);
    // Before the check of blocks: it names blocked addresses to anybody who types them.
    await this.leads.takeTurn(http);
    await this.sessions.assertNotBlocked(http, email);
    const ref = this.sessions.newRef();
    const leadId = await this.leads.capture(form, http, { sessionRef: ref });
    const begun = { ref, viewer: { leadId, name, email }, proof: { verifiedBy: 'none' as const } };
    await this.sessions.beginViewer(http, begun);
    return { authenticated: true as const };
  }

  @Route(auth.logout)
  async logout(_input: unknown, http: RequestContext) {
    await this.sessions.end(http);
    return { ok: true as const };
  }

  @Route(auth.logoutLink)
  async logoutLink(_input: unknown, http: RequestContext): Promise<undefined> {
    const { request } = http;
    const { method, protocol, host } = request;
    const [fetchSite, referrer] = [request.get('sec-fetch-site'), request.get('referer')];
    const facts = { fetchSite, referrer, protocol, host };
    // Another site may link here, but must not end the session.
    if (method === 'GET' && isOwnNavigation(facts, this.settings.PUBLIC_ORIGIN))
      await this.sessions.end(http);
    http.redirect('/');
  }

  @Route(auth.uploadPassword)
  async uploadPassword({ body }: RouteInput<typeof auth.uploadPassword>, http: RequestContext) {
    const { sessionRef, ip, userAgent } = http.visitor();
    const knownBrowser = await this.browsers.recognise(http);
    const { leadId } = http.session.viewer;
    const input = { password: body.password, ip, userAgent, sessionRef, leadId, knownBrowser };
    const { epoch } = await this.auth.verifyUploadPassword(input, http.call);
    if (!(await this.sessions.beginUploader(http, epoch))) throw new AppError('UNAUTHORIZED');
    await this.staff.mark(leadId, http);
    if (knownBrowser === null) this.browsers.remember(http, epoch);
    return { uploadAuthenticated: true as const };
  }

  @Route(auth.changeUploadPassword)
  async changeUploadPassword({ body }: RouteInput<typeof auth.changeUploadPassword>, http: RequestContext) {
    const input = { ...body, ip: http.ip, knownBrowser: await this.browsers.recognise(http) };
    const { epoch } = await this.auth.changeUploadPassword(input, http.call);
    // Ignores the result: the password is changed even if this session has ended in the meantime.
    await this.sessions.beginUploader(http, epoch);
    this.browsers.remember(http, epoch);
    return { ok: true as const };
  }
}

const personOf = ({ viewer: { name, email } }: SessionRecord) => ({ name, email });
