import { Controller, Inject } from '@nestjs/common';
import { AppError, type RouteResult, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { WEBHOOKS, type WebhooksClient } from '../rpc/rpc.module.js';
import { SettingsFollowerService } from '../settings/settings-follower.service.js';

const { webhooks } = routes;

/** Everything here concerns the address in the settings, never one that a request names. */
@Controller()
export class WebhooksController {
  constructor(
    @Inject(WEBHOOKS) private readonly client: WebhooksClient,
    private readonly settings: SettingsFollowerService,
  ) {}

  @Route(webhooks.status)
  async status(_input: unknown, http: RequestContext): Promise<RouteResult<typeof webhooks.status>> {
    const { webhookUrl: url } = this.settings.current.values;
    if (url === null) return { lastTest: null, lastDelivered: null, lastError: null };
    return this.client.status({ url }, http.call);
  }

  @Route(webhooks.secret)
  async secret(_input: unknown, http: RequestContext) {
    return this.client.secret({ url: this.url }, http.call);
  }

  @Route(webhooks.test)
  async test(_input: unknown, http: RequestContext) {
    const { companyName } = this.settings.current.values;
    return this.client.test({ url: this.url, companyName }, http.call);
  }

  /** @throws AppError `WEBHOOK_NOT_SET` */
  private get url(): string {
    const { webhookUrl } = this.settings.current.values;
    if (webhookUrl === null) throw new AppError('WEBHOOK_NOT_SET');
    return webhookUrl;
  }
}
