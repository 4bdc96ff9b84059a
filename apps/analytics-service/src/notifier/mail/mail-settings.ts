import type { NotifierEnvironment } from '../../environment.js';

/** A name and an e-mail address, as in the header of a mail. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** How mails leave this portal. */
export interface MailSettings {
  readonly smtpUrl: string;
  readonly from: Mailbox;
  readonly perMinute: number;
}

const MAILBOX = /^(?:"?([^"<>\p{Cc}]*?)"?\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/u;

/** Parses `name@host` or `Name <name@host>`; returns undefined for any other text. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name = '', inBrackets, alone] = MAILBOX.exec(text) ?? [];
  const address = inBrackets ?? alone;
  return address === undefined ? undefined : { name, address };
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** Returns the settings of mail; undefined if mail is not configured. */
export function mailSettingsOf(
  environment: Pick<NotifierEnvironment, 'SMTP_URL' | 'MAIL_FROM' | 'MAIL_PER_MINUTE'>,
): MailSettings | undefined {
  const { SMTP_URL: smtpUrl, MAIL_FROM, MAIL_PER_MINUTE: perMinute } = environment;
  const from = MAIL_FROM === undefined ? undefined : parseMailbox(MAIL_FROM);
  return smtpUrl === undefined || from === undefined ? undefined : { smtpUrl, from, perMinute };
}
