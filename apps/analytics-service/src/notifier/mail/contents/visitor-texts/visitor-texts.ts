import type { MailText } from '../../mail-text.js';
import type { MailInstant } from './instant.js';

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
    window(start: MailInstant, end: MailInstant): MailText;
    opens(start: MailInstant): MailText;
    closes(end: MailInstant): MailText;
    readonly personal: string;
    /** Label of the link. */
    readonly open: string;
  };
}
