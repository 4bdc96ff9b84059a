import type { MailText } from './mail-text.js';

/** What a mail says, before it becomes HTML and text. */
export interface MailContent {
  readonly subject: MailText;
  readonly paragraphs: readonly MailText[];
  /** The only link of the mail. */
  readonly link?: { readonly label: string; readonly url: string };
  /** Ids of the images above the text; by default none. */
  readonly logoId?: string | null;
  readonly keyArtId?: string | null;
  /** Company that the mail names as its sender; by default that of the environment. */
  readonly companyName?: string;
  /** Language of the texts; by default that of the row. */
  readonly language?: string;
}

/** What the content of all mails may use. */
export interface MailContext {
  readonly companyName: string;
  /** URL of the portal in browsers, if it is known. */
  readonly portalUrl: string | undefined;
  /** Key from which codes and links are derived, if it is set. */
  readonly outboxSecret: string | undefined;
}

/** Writes the content of one kind of mail. @throws ZodError if the payload is invalid */
export type WriteContent = (payload: unknown, language: string, context: MailContext) => MailContent;

/** Contents by kind. Mails of other kinds are left to a newer version. */
export type MailContents = Readonly<Record<string, WriteContent>>;

/** Injection token of the contents. */
export const MAIL_CONTENTS = Symbol('mail contents');
