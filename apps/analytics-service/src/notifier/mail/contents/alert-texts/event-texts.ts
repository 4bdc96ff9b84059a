import type { AlertKind, FlagFacts } from '@secure-preview/contracts';
import type { MailText } from '../../mail-text.js';

/** What the texts of an event may name. Missing values are empty. */
export interface EventDetails {
  readonly name: string;
  readonly email: string;
  /** Whether the e-mail address of the person was proved. */
  readonly isProved: boolean;
  readonly title: string;
  /** Cause of an alert about the upload password: `tried` or `changed`. */
  readonly cause: string;
  /** Wrong upload passwords, and the network address of the last one. */
  readonly tries: number;
  readonly address: string;
  /** Percent of the media worker's disk that is used. */
  readonly percent: number;
  /** What was seen in a flagged visit; undefined if a newer version has a kind that is unknown here. */
  readonly facts?: FlagFacts | undefined;
  /** Whether the portal ends the visit, or blocks a proved person, because of the flag. */
  readonly isBlocking: boolean;
}

/** Texts of one kind of event. */
interface EventTexts {
  subject(details: EventDetails): MailText;
  /** A sentence, alone in a mail or as a line of a digest. */
  sentence(details: EventDetails): MailText;
}

/** Texts by kind. Requests for access have further texts when they are sent at once. */
export type AllEventTexts = Readonly<Record<AlertKind, EventTexts>>;
