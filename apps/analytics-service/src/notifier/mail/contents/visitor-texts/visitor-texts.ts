import type { MailText } from '../../mail-text.js';

/** Texts of the mails to visitors, in one language. */
export interface VisitorTexts {
  readonly code: {
    subject(code: string, company: string): MailText;
    intro(company: string): MailText;
    readonly validity: string;
    readonly ignore: string;
  };
  readonly invitation: {
    subject(company: string): MailText;
    greeting(name: string): MailText;
    readonly greetingWithoutName: string;
    intro(company: string): MailText;
    /** Start and end are instants in ISO 8601. */
    window(start: string, end: string): MailText;
    opens(start: string): MailText;
    closes(end: string): MailText;
    readonly personal: string;
    /** Label of the link. */
    readonly open: string;
  };
}
