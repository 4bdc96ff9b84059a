import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, type RouteInput, type routes } from '@secure-preview/contracts';
import type { Redis } from 'ioredis';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment, REDIS } from '../environment.js';
import { mailImagesOf } from '../gate-art/gate-art.js';
import type { RequestContext } from '../http/request-context.js';
import { SessionLimit } from '../http/session-limit.js';
import { MAIL_PREVIEWS, type MailPreviewsClient } from '../rpc/rpc.module.js';
import { SettingsFollowerService } from '../settings/settings-follower.service.js';

/** Seconds for which the HTML of a preview is kept. */
const KEEP_SECONDS = 600;

/** URL of an image in the HTML. Quotes in texts are escaped, so no text matches. */
const IMAGE = /src="cid:([0-9a-f-]{36})"/g;

const keyOf = (id: string, { session }: RequestContext) => `portal:mail-preview:${session.ref}:${id}`;

/** Composes mails as a preview, with unsaved values (docs/product.md#preview-of-mails). */
@Injectable()
export class MailPreviewsService {
  private readonly limit: SessionLimit;

  constructor(
    @Inject(MAIL_PREVIEWS) private readonly client: MailPreviewsClient,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(GATEWAY_ENVIRONMENT) private readonly environment: GatewayEnvironment,
    private readonly settings: SettingsFollowerService,
  ) {
    this.limit = new SessionLimit(redis, { keyPrefix: 'portal:mail-previews', points: 60, seconds: 60 });
  }

  /**
   * Keeps the HTML for the session, since a frame can only be filled by a GET.
   *
   * @throws AppError `TOO_MANY_REQUESTS` with the seconds to wait
   */
  async create(shown: RouteInput<typeof routes.mailPreviews.create>['body'], http: RequestContext) {
    await this.limit.take(http);
    const { values } = this.settings.current;
    const { gateArt, logoId, keyArtId, ...mail } = shown;
    const { companyName = values.companyName, senderLine = values.senderLine } = mail;
    const images = mailImagesOf({
      gateArt: gateArt ?? values.gateArt,
      logoId: logoId === undefined ? values.logoId : logoId,
      keyArtId: keyArtId === undefined ? values.keyArtId : keyArtId,
    });
    const { request } = http;
    const portalUrl = this.environment.PUBLIC_ORIGIN ?? `${request.protocol}://${request.host}`;
    const { timeZone } = values;
    const input = { ...mail, companyName, senderLine, timeZone, ...images, portalUrl };
    const { html, ...composed } = await this.client.compose(input, http.call);
    const id = randomUUID();
    await this.redis.set(keyOf(id, http), html, 'EX', KEEP_SECONDS);
    return { id, ...composed };
  }

  /** @throws AppError `NOT_FOUND` for another session, and after 10 minutes */
  async html(id: string, http: RequestContext): Promise<string> {
    const html = await this.redis.get(keyOf(id, http));
    if (html === null) throw new AppError('NOT_FOUND');
    return this.withImages(html, http);
  }

  /** Puts the images into the HTML, because a sandboxed frame sends no cookie with requests of its own. */
  private async withImages(html: string, http: RequestContext): Promise<string> {
    const urls = new Map<string, string>();
    for (const [, imageId = ''] of html.matchAll(IMAGE)) {
      const { contentType, body } = await this.client.readImage({ imageId }, http.call);
      urls.set(imageId, `src="data:${contentType};base64,${body}"`);
    }
    return html.replaceAll(IMAGE, (found, imageId: string) => urls.get(imageId) ?? found);
  }
}
