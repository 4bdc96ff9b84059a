import { Controller } from '@nestjs/common';
import { type RouteInput, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { MailPreviewsService } from './mail-previews.service.js';

const { mailPreviews } = routes;

/** Mails have styles in their elements. Nothing else is allowed: no script, form, link or request. */
const POLICY = [
  'sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

@Controller()
export class MailPreviewsController {
  constructor(private readonly previews: MailPreviewsService) {}

  @Route(mailPreviews.create)
  async create({ body }: RouteInput<typeof mailPreviews.create>, http: RequestContext) {
    return this.previews.create(body, http);
  }

  @Route(mailPreviews.html)
  async html({ params }: RouteInput<typeof mailPreviews.html>, http: RequestContext): Promise<undefined> {
    const html = await this.previews.html(params.previewId, http);
    http.response.setHeader('Content-Security-Policy', POLICY);
    http.response.setHeader('X-Frame-Options', 'SAMEORIGIN');
    http.send('text/html', html);
  }
}
