import type { AlertKind } from '@secure-preview/contracts';
import type { MailText } from '../../mail-text.js';
import type { AllEventTexts } from './event-texts.js';

/** Texts of mails to the administrator, in one language of the administrator's pages. */
export interface AlertTexts {
  readonly events: AllEventTexts;
  /** Label of the link of alerts. */
  readonly open: string;
  /** Mail with several alerts. */
  readonly digest: {
    subject(count: number, company: string): MailText;
    /** Beginning of a note about alerts that the mail does not list. */
    omitted(count: number): string;
    /** Number of such alerts of a kind. */
    readonly counts: Readonly<Record<AlertKind, (count: number) => string>>;
  };
  readonly accessRequested: {
    subject(name: string): MailText;
    intro(name: string, email: string): MailText;
    readonly reason: string;
    readonly open: string;
    /** Reason in the preview of the mail. */
    readonly exampleReason: string;
  };
  /** Mail with the code that is needed to change the gate mode. */
  readonly testCode: {
    subject(code: string, company: string): string;
    intro(company: string): MailText;
    readonly validity: string;
    readonly ignore: string;
  };
}
