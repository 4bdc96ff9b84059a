import MailComposer from 'nodemailer/lib/mail-composer';
import type { MailImage } from '../../database/outbox/mail-image.queries.js';
import { ADDRESS } from './address.js';
import type { ClaimedMail } from './mail.js';
import type { MailContent, MailContext } from './mail-content.js';
import { type MailImages, shownImages } from './mail-images.js';
import { domainOf, type Mailbox } from './mail-settings.js';
import { mailHtml, mailSubject, mailText } from './render-mail.js';

/** A mail as the server gets it. */
export interface ComposedMail {
  readonly envelope: { readonly from: string; readonly to: string[] };
  /** Header and body (RFC 5322). */
  readonly text: Buffer;
}

/** A recipient whose e-mail address cannot be used. */
export class InvalidRecipientError extends Error {
  override name = 'InvalidRecipientError';
}

const onOneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** Returns an image as a part of the mail, which its HTML names by `cid`. */
const attachmentOf = (name: string, { contentType, content }: MailImage, cid: string) => ({
  filename: `${name}.${contentType === 'image/png' ? 'png' : 'jpg'}`,
  contentType,
  content,
  cid,
  contentDisposition: 'inline' as const,
});

/** Composes a mail. @throws InvalidRecipientError */
export async function composeMail(
  { recipient, language, messageId }: Pick<ClaimedMail, 'recipient' | 'language' | 'messageId'>,
  content: MailContent,
  from: Mailbox,
  context: MailContext,
  images: MailImages = {},
): Promise<ComposedMail> {
  if (!ADDRESS.test(recipient))
    throw new InvalidRecipientError(`${JSON.stringify(recipient)} is not an e-mail address`);
  const cidOf = ({ id }: MailImage) => `${id}@${domainOf(from.address)}`;
  const frame = {
    companyName: content.companyName ?? context.companyName,
    language: content.language ?? language,
    images: shownImages(images, (image) => `cid:${cidOf(image)}`),
  };
  const composed = new MailComposer({
    from: { name: onOneLine(from.name || frame.companyName), address: from.address },
    to: { name: '', address: recipient },
    subject: onOneLine(mailSubject(content, frame)),
    text: mailText(content, frame),
    html: mailHtml(content, frame),
    attachments: [
      ...(images.logo ? [attachmentOf('logo', images.logo, cidOf(images.logo))] : []),
      ...(images.keyArt ? [attachmentOf('key-art', images.keyArt, cidOf(images.keyArt))] : []),
    ],
    messageId,
    // Vacation notices and other programs do not answer such mails (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': onOneLine(frame.language) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from: sender, to } = composed.getEnvelope();
  if (sender === false || to.length !== 1) throw new InvalidRecipientError(`${recipient} cannot be used`);
  return { envelope: { from: sender, to }, text: await composed.build() };
}
