/** Kinds of mail, in the order in which they are sent. Many invitations may wait, so they are the last. */
export const mailKinds = ['code', 'alert', 'test', 'invitation'] as const;
export type MailKind = (typeof mailKinds)[number];

/** A mail for the notifier to send. */
export interface OutgoingMail {
  /** A service stores one mail for each key, such as `invitation:<id>:<generation>`. */
  readonly key: string;
  readonly kind: MailKind;
  readonly recipient: string;
  /** Language of the mail, a BCP 47 tag. */
  readonly language: string;
  /** Names, messages and ids that the mail shows. Never a code or a link: the notifier derives them. */
  readonly payload: object;
  /** Seconds after which the mail is no longer sent. */
  readonly validSeconds: number;
  /** Whom a code is for; by default somebody without an invitation. */
  readonly audience?: CodeAudience;
  /** Number of codes that the same network requested shortly before. Codes with a lower number are sent first. */
  readonly turn?: number;
}

/**
 * Whom a code is for, in the order in which codes are sent. Anybody can make up addresses without an invitation and
 * those of an invited domain, but not those of invited people.
 */
export const codeAudiences = ['invited', 'invitedDomain', 'uninvited'] as const;
export type CodeAudience = (typeof codeAudiences)[number];

/** Codes with this turn or a higher one are sent in the order of their requests. */
const MAX_TURN = 1000;
/** Priorities of the codes for one audience. */
const PER_AUDIENCE = MAX_TURN + 1;

/** Priorities of codes for strangers: their addresses can be made up by anybody. */
export const strangerCodePriorities = { lowest: 1 - 2 * PER_AUDIENCE, highest: 0 } as const;

/** Returns the priority of a mail. Mails with a lower priority are sent first. */
export function priorityOf({
  kind,
  audience = 'uninvited',
  turn = 0,
}: Pick<OutgoingMail, 'kind' | 'audience' | 'turn'>): number {
  if (kind !== 'code') return mailKinds.indexOf(kind);
  const audiencesAfter = codeAudiences.length - 1 - codeAudiences.indexOf(audience);
  return Math.min(turn, MAX_TURN) - MAX_TURN - audiencesAfter * PER_AUDIENCE;
}

/** Why a service no longer wants a mail to be sent. */
export type CancelReason = 'REVOKED' | 'BLOCKED' | 'CHANGED';

/** A webhook for the notifier to deliver. */
export interface OutgoingWebhook {
  /** A service stores one delivery for each key, such as `<event id>:<endpoint id>`. */
  readonly key: string;
  /** The signing secret of the endpoint is derived from its id and generation. */
  readonly endpointId: string;
  readonly endpointGeneration: number;
  readonly url: string;
  /** Dot-separated name of the event, such as `trailer.ready`. */
  readonly type: string;
  readonly data: object;
}

/** States of a mail. `sending` has a lease; `uncertain` means that the server may have accepted it. */
export const mailStates = ['waiting', 'sending', 'sent', 'refused', 'uncertain', 'expired'] as const;
export type MailState = (typeof mailStates)[number];
