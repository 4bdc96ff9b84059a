import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, type RouteInput, type routes } from '@secure-preview/contracts';
import type { Redis } from 'ioredis';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment, REDIS } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { MAIL_PREVIEWS, type MailPreviewsClient } from '../rpc/rpc.module.js';
import { SettingsFollowerService } from '../settings/settings-follower.service.js';

/** Seconds for which the HTML of a preview is kept. */
const KEEP_SECONDS = 600;

const keyOf = (id: string, { session }: RequestContext) => `portal:mail-preview:${session.ref}:${id}`;

/** Composes mails as a preview, with unsaved values (docs/product.md#preview-of-mails). */
@Injectable()
export class MailPreviewsService {
  constructor(
    @Inject(MAIL_PREVIEWS) private readonly client: MailPreviewsClient,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(GATEWAY_ENVIRONMENT) private readonly environment: GatewayEnvironment,
    private readonly settings: SettingsFollowerService,
  ) {}

  /** Keeps the HTML for the session, since a frame can only be filled by a GET. */
  async create(shown: RouteInput<typeof routes.mailPreviews.create>['body'], http: RequestContext) {
    const { values } = this.settings.current;
    const { companyName = values.companyName, senderLine = values.senderLine } = shown;
    const { request } = http;
    const portalUrl = this.environment.PUBLIC_ORIGIN ?? `${request.protocol}://${request.host}`;
    const { timeZone } = values;
    const input = { ...shown, companyName, senderLine, timeZone, portalUrl };
    const { html, ...composed } = await this.client.compose(input, http.call);
    const id = randomUUID();
    await this.redis.set(keyOf(id, http), html, 'EX', KEEP_SECONDS);
    return { id, ...composed };
  }

  /** @throws AppError `NOT_FOUND` for another session, and after 10 minutes */
  async html(id: string, http: RequestContext): Promise<string> {
    const html = await this.redis.get(keyOf(id, http));
    if (html === null) throw new AppError('NOT_FOUND');
    return html;
  }
}
