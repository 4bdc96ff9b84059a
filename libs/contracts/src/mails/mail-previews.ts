import * as z from 'zod/mini';
import { fieldError } from '../errors/field-error.js';
import { http } from '../http/define-route.js';
import { instant } from '../instant.js';
import { limits } from '../limits.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { visitorLanguages } from '../settings/languages.js';
import { settingsLimits } from '../settings-limits.js';
import { mailImages } from './mail-images.js';

/** Mails that can be previewed. */
export const mailPreviewKinds = ['invitation', 'code', 'accessRequested'] as const;
const mailPreviewKind = z.enum(mailPreviewKinds);
export type MailPreviewKind = z.infer<typeof mailPreviewKind>;

const line = z.string().check(z.maxLength(settingsLimits.line.max, fieldError('SETTING_TOO_LONG')));
const imageId = z.nullable(z.uuid({ error: fieldError('GATE_IMAGE_UNKNOWN') }));

/** What a preview shows. Values may be unsaved, and so invalid for a setting. */
const shown = {
  kind: mailPreviewKind,
  language: z.enum(visitorLanguages),
  /** Name of the invited person. */
  name: z._default(z.nullable(line), null),
  message: z._default(
    z.string().check(z.maxLength(limits.access.message.max, fieldError('MESSAGE_TOO_LONG'))),
    '',
  ),
  startsAt: z._default(z.nullable(instant), null),
  endsAt: z._default(z.nullable(instant), null),
};

export const mailPreviewForm = z.object({
  ...shown,
  /** Each absent setting has its saved value. */
  companyName: z.optional(line),
  senderLine: z.optional(z.nullable(line)),
  gateArt: z.optional(z.boolean()),
  logoId: z.optional(imageId),
  keyArtId: z.optional(imageId),
});
export type MailPreviewForm = z.input<typeof mailPreviewForm>;

export const mailPreviewsRoutes = {
  create: http({
    method: 'POST',
    path: '/api/mail-previews',
    access: 'uploader',
    summary: 'Compose a mail with example values; its HTML is kept for 10 minutes',
    body: mailPreviewForm,
    response: z.object({ id: z.uuid(), subject: z.string(), text: z.string() }),
    errors: ['VALIDATION_FAILED', 'TOO_MANY_REQUESTS'],
  }),
  /** Has a content security policy of its own, for a sandboxed frame. */
  html: http({
    method: 'GET',
    path: '/api/mail-previews/:previewId',
    access: 'uploader',
    summary: 'Get the HTML of a composed mail',
    params: z.object({ previewId: z.string().check(z.maxLength(100)) }),
    produces: 'text/html',
    errors: ['NOT_FOUND'],
  }),
} as const;

export const mailPreviewsRpc = rpcGroup('analytics', {
  /**
   * Composes a mail with an example code, and a link that does not work. The URL of an image is `cid:` and its id.
   * Images without a copy for mails are left out.
   */
  compose: rpc({
    kind: 'query',
    pattern: 'analytics.mailPreviews.compose',
    input: z.object({
      ...shown,
      companyName: z.string(),
      senderLine: z.nullable(z.string()),
      ...mailImages,
      timeZone: z._default(z.string(), 'UTC'),
      /** URL of the portal in browsers. */
      portalUrl: z.string(),
    }),
    output: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
    errors: [],
  }),
  /** Reads the copy of an image for mails. Accepts any string as id. */
  readImage: rpc({
    kind: 'query',
    pattern: 'analytics.mailPreviews.readImage',
    input: z.object({ imageId: z.string() }),
    output: z.object({ contentType: z.string(), body: z.base64() }),
    errors: ['NOT_FOUND'],
  }),
});
