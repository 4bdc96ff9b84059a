import MailComposer from 'nodemailer/lib/mail-composer';
import { ADDRESS } from './address.js';
import type { ClaimedMail } from './mail.js';
import type { MailContent, MailContext } from './mail-content.js';
import type { Mailbox } from './mail-settings.js';
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

/** Composes a mail. @throws InvalidRecipientError */
export async function composeMail(
  { recipient, language, messageId }: Pick<ClaimedMail, 'recipient' | 'language' | 'messageId'>,
  content: MailContent,
  from: Mailbox,
  context: MailContext,
): Promise<ComposedMail> {
  if (!ADDRESS.test(recipient))
    throw new InvalidRecipientError(`${JSON.stringify(recipient)} is not an e-mail address`);
  const frame = {
    companyName: content.companyName ?? context.companyName,
    language: content.language ?? language,
  };
  const composed = new MailComposer({
    from: { name: onOneLine(from.name || frame.companyName), address: from.address },
    to: { name: '', address: recipient },
    subject: onOneLine(mailSubject(content, frame)),
    text: mailText(content, frame),
    html: mailHtml(content, frame),
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
