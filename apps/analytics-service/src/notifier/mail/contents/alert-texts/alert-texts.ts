import type { MailText } from '../../mail-text.js';

/** Texts of the alerts, in one language of the administrator's pages. */
export interface AlertTexts {
  readonly accessRequested: {
    subject(name: string): MailText;
    intro(name: string, email: string): MailText;
    readonly reason: string;
    readonly open: string;
  };
}
