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
  /** Number of codes that the same network requested shortly before. Codes with a lower number are sent first. */
  readonly turn?: number;
}

/** Codes with this turn or a higher one are sent in the order of their requests. */
const MAX_TURN = 1000;

/** Returns the priority of a mail. Mails with a lower priority are sent first. */
export const priorityOf = ({ kind, turn = 0 }: OutgoingMail): number =>
  kind === 'code' ? Math.min(turn, MAX_TURN) - MAX_TURN : mailKinds.indexOf(kind);

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
