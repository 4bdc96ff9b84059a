import { Controller, Inject } from '@nestjs/common';
import { type RouteInput, routes } from '@secure-preview/contracts';
import { readableAddress } from '../auth/readable-address.js';
import { GateArtService } from '../gate-art/gate-art.service.js';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { ENTRY, type EntryClient } from '../rpc/rpc.module.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SettingsFollowerService } from '../settings/settings-follower.service.js';
import { AdministratorEntryService } from './administrator-entry.service.js';
import { EntryService } from './entry.service.js';
import { EntryLimitService } from './entry-limit.service.js';
import { ProvedBrowserService } from './proved-browser.service.js';
import { withSameTiming } from './with-same-timing.js';

const { entry } = routes;

@Controller()
export class EntryController {
  constructor(
    private readonly entries: EntryService,
    private readonly administrators: AdministratorEntryService,
    private readonly limit: EntryLimitService,
    private readonly settings: SettingsFollowerService,
    private readonly sessions: SessionsService,
    private readonly browsers: ProvedBrowserService,
    private readonly gateArt: GateArtService,
    @Inject(ENTRY) private readonly client: EntryClient,
  ) {}

  @Route(entry.requestCode)
  async requestCode({ body }: RouteInput<typeof entry.requestCode>, http: RequestContext) {
    const { language, invitation, ...form } = body;
    return this.entries.requestCode(form, { language, invitation }, http);
  }

  @Route(entry.enterWithCode)
  async enterWithCode({ body }: RouteInput<typeof entry.enterWithCode>, http: RequestContext) {
    const { codeId, code, ...form } = body;
    await this.entries.enterWithCode(form, { codeId, code }, http);
    return { authenticated: true as const };
  }

  @Route(entry.readInvitation)
  async readInvitation({ body }: RouteInput<typeof entry.readInvitation>, http: RequestContext) {
    return this.entries.readInvitation(body, http);
  }

  @Route(entry.enterWithInvitation)
  async enterWithInvitation({ body }: RouteInput<typeof entry.enterWithInvitation>, http: RequestContext) {
    const { invitation, ...form } = body;
    await this.entries.enterWithInvitation(form, invitation, http);
    return { authenticated: true as const };
  }

  @Route(entry.forgetBrowser)
  async forgetBrowser(_input: unknown, http: RequestContext) {
    this.browsers.forget(http);
    this.gateArt.forgetInvited(http);
    await this.sessions.end(http);
    return { ok: true as const };
  }

  @Route(entry.requestAccess)
  async requestAccess({ body }: RouteInput<typeof entry.requestAccess>, http: RequestContext) {
    this.sessions.assertNetworkNotBlocked(http);
    await this.limit.take('requestAccess', http.ip);
    const { gateMode } = this.settings.current.values;
    const input = { ...body, email: readableAddress(body.email), gateMode };
    return withSameTiming(this.client.requestAccess(input, http.call));
  }

  @Route(entry.enterAsAdministrator)
  async enterAsAdministrator({ body }: RouteInput<typeof entry.enterAsAdministrator>, http: RequestContext) {
    const { password, ...form } = body;
    await this.administrators.enter(form, password, http);
    return { authenticated: true as const, uploadAuthenticated: true as const };
  }
}
