import type { mailPreviewsRpc, RpcParsedInput, RpcResult } from '@secure-preview/contracts';
import { alertMail } from '../notifier/mail/contents/alert-mail.js';
import { alertTextsOf } from '../notifier/mail/contents/alert-texts/index.js';
import { codeContent } from '../notifier/mail/contents/code-mail.js';
import { invitationContent } from '../notifier/mail/contents/invitation-mail.js';
import type { MailContent } from '../notifier/mail/mail-content.js';
import { type MailImages, shownImages } from '../notifier/mail/mail-images.js';
import { mailHtml, mailSubject, mailText } from '../notifier/mail/render-mail.js';

type Shown = RpcParsedInput<typeof mailPreviewsRpc.methods.compose>;

const EXAMPLE_CODE = '123456';
const EXAMPLE_PERSON = { name: 'Ada Lovelace', email: 'ada@example.com' };

/** Writes what a mail shows. */
export function previewContent(shown: Shown): MailContent {
  const { kind, language, companyName, logoId, portalUrl } = shown;
  if (kind === 'code')
    return codeContent(EXAMPLE_CODE, { companyName, logoId, purpose: undefined }, language);
  if (kind === 'invitation')
    return invitationContent(shown, `${new URL('/', portalUrl).href}#invitation=…`, language);
  const reason = alertTextsOf(language).texts.accessRequested.exampleReason;
  const payload = { event: 'accessRequested', ...EXAMPLE_PERSON, reason, companyName };
  return alertMail(payload, language, { companyName, portalUrl, outboxSecret: undefined });
}

/**
 * Composes a mail as the notifier does, with an example code and a link that does not work. URLs of images are `cid:`
 * and the id.
 */
export function mailPreview(
  content: MailContent,
  shown: Shown,
  images: MailImages,
): RpcResult<typeof mailPreviewsRpc.methods.compose> {
  const frame = {
    companyName: shown.companyName,
    language: content.language ?? shown.language,
    isPreview: true,
    images: shownImages(images, ({ id }) => `cid:${id}`),
  };
  return {
    subject: mailSubject(content, frame),
    text: mailText(content, frame),
    html: mailHtml(content, frame),
  };
}
