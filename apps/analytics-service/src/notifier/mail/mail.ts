import type { MailKind } from '@secure-preview/service-kit/outbox';

/** A mail that this notifier has claimed. */
export interface ClaimedMail {
  readonly id: string;
  readonly kind: string;
  readonly recipient: string;
  readonly language: string;
  readonly payload: unknown;
  /** Number of this attempt, from 1. Statements of an attempt whose lease has expired change nothing. */
  readonly attempt: number;
  /** Message-ID of every attempt, so mail programs show repeated mails as one. */
  readonly messageId: string;
}

/** Outcome of an attempt. A `reason` is a code; `detail` is the server's answer or the error. */
export type AttemptOutcome =
  | { readonly state: 'sent' }
  | { readonly state: 'refused' | 'uncertain' | 'waiting'; readonly reason: string; readonly detail: string };

/** Kinds that are sent at least once. All others are sent at most once. */
const REPEATED: ReadonlySet<string> = new Set<MailKind>(['alert']);

/** Returns the state of a complete mail whose answer was lost. */
export const lostAnswerState = (kind: string) => (REPEATED.has(kind) ? 'waiting' : 'uncertain');
export const repeatedKinds = [...REPEATED];

/** Seconds before each further attempt. The last one repeats until the mail expires. */
const RETRY_SECONDS = [10, 30, 90, 270, 810, 1800];

/** Longest pause of a code, which is valid for 10 minutes, while the mail server cannot be reached. */
const CODE_RETRY_SECONDS = 15;
const UNREACHED: ReadonlySet<string> = new Set(['SERVER_UNAVAILABLE', 'CONNECTION_LOST']);

/** Returns the seconds until the next attempt. A server that answers, such as with "try later", gets longer pauses. */
export function retrySeconds({ kind, attempt }: ClaimedMail, outcome: AttemptOutcome): number {
  const seconds = RETRY_SECONDS[Math.min(attempt, RETRY_SECONDS.length) - 1] ?? 0;
  const isUrgent = kind === 'code' && outcome.state !== 'sent' && UNREACHED.has(outcome.reason);
  return isUrgent ? Math.min(seconds, CODE_RETRY_SECONDS) : seconds;
}

/** Seconds in which mails other than codes may use only a proportional part of `perMinute`. */
const PACE_SECONDS = 10;

/** Mails whose attempts began in the last minute and in the last 10 seconds, of all notifiers. */
export interface RecentAttempts {
  readonly lastMinute: number;
  readonly lastTenSeconds: number;
  /** Of these, codes for addresses that anybody can make up. */
  readonly strangerCodesLastMinute: number;
  readonly strangerCodesLastTenSeconds: number;
}

/** Mails that may be sent now, beside the codes for invited people. */
export interface AllowedMails {
  /** Codes for addresses that anybody can make up. */
  readonly strangerCodes: boolean;
  /** Alerts, tests and invitations. */
  readonly others: boolean;
}

/** Returns the part of a limit that codes for strangers may use, rounded down; at least one. */
const strangerShare = (limit: number): number => Math.max(1, Math.floor((limit * 2) / 3));

/**
 * Returns which mails may be sent now; undefined if none. Codes for strangers leave a third of the minute to codes for
 * invited people, which may use all of it, and to other mails. These are spread over the minute, and so are codes for
 * strangers while other mails wait: a backlog of both delays a code for an invited person by ten seconds.
 *
 * @param otherMailWaits whether any mail other than codes for strangers is due
 */
export function allowedMails(
  recent: RecentAttempts,
  perMinute: number,
  otherMailWaits: boolean,
): AllowedMails | undefined {
  if (recent.lastMinute >= perMinute) return undefined;
  const perPace = Math.ceil((perMinute * PACE_SECONDS) / 60);
  const others = recent.lastTenSeconds < perPace;
  const keepsPace = others && recent.strangerCodesLastTenSeconds < strangerShare(perPace);
  const strangerCodes =
    recent.strangerCodesLastMinute < strangerShare(perMinute) && (keepsPace || !otherMailWaits);
  return { strangerCodes, others };
}
