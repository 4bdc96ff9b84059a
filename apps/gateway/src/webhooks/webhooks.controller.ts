import { Controller, Inject } from '@nestjs/common';
import { AppError, type PortalSettings, type RouteResult, routes } from '@secure-preview/contracts';
import type { Redis } from 'ioredis';
import { REDIS } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { SessionLimit } from '../http/session-limit.js';
import { SETTINGS, type SettingsClient, WEBHOOKS, type WebhooksClient } from '../rpc/rpc.module.js';
import { SettingsFollowerService } from '../settings/settings-follower.service.js';

const { webhooks } = routes;

/** Everything here concerns the address in the settings, never one that a request names. */
@Controller()
export class WebhooksController {
  private readonly testLimit: SessionLimit;

  constructor(
    @Inject(WEBHOOKS) private readonly client: WebhooksClient,
    @Inject(SETTINGS) private readonly settings: SettingsClient,
    private readonly follower: SettingsFollowerService,
    @Inject(REDIS) redis: Redis,
  ) {
    this.testLimit = new SessionLimit(redis, { keyPrefix: 'portal:webhook-tests', points: 10, seconds: 60 });
  }

  @Route(webhooks.status)
  async status(_input: unknown, http: RequestContext): Promise<RouteResult<typeof webhooks.status>> {
    const { webhookUrl: url } = await this.values(http);
    if (url === null) return { lastTest: null, lastDelivered: null, lastError: null };
    return this.client.status({ url }, http.call);
  }

  @Route(webhooks.secret)
  async secret(_input: unknown, http: RequestContext) {
    const { webhookUrl: url } = await this.values(http);
    if (url === null) throw new AppError('WEBHOOK_NOT_SET');
    return this.client.secret({ url }, http.call);
  }

  @Route(webhooks.test)
  async test(_input: unknown, http: RequestContext) {
    const { webhookUrl: url, companyName } = await this.values(http);
    if (url === null) throw new AppError('WEBHOOK_NOT_SET');
    await this.testLimit.take(http);
    return this.client.test({ url, companyName }, http.call);
  }

  /** Reads the newest settings: the address may have been saved through another gateway just now. */
  private async values(http: RequestContext): Promise<PortalSettings> {
    this.follower.adopt(await this.settings.read({}, http.call));
    return this.follower.current.values;
  }
}
