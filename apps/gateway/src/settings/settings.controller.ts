import { Controller, Inject } from '@nestjs/common';
import { type RouteInput, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { SETTINGS, type SettingsClient } from '../rpc/rpc.module.js';
import { SettingsAdminService } from './settings-admin.service.js';

const { settings } = routes;

@Controller()
export class SettingsController {
  constructor(
    private readonly admin: SettingsAdminService,
    @Inject(SETTINGS) private readonly client: SettingsClient,
  ) {}

  @Route(settings.read)
  async read(_input: unknown, http: RequestContext) {
    return this.admin.read(http);
  }

  @Route(settings.change)
  async change({ body }: RouteInput<typeof settings.change>, http: RequestContext) {
    return this.admin.change(body, http);
  }

  @Route(settings.askTermsAgain)
  async askTermsAgain(_input: unknown, http: RequestContext) {
    return this.admin.askTermsAgain(http);
  }

  @Route(settings.withdrawTermsAgain)
  async withdrawTermsAgain(_input: unknown, http: RequestContext) {
    return this.admin.withdrawTermsAgain(http);
  }

  @Route(settings.history)
  async history({ query }: RouteInput<typeof settings.history>, http: RequestContext) {
    return this.client.history(query, http.call);
  }
}
