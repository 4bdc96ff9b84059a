import { type AccessEndedReason } from '@secure-preview/contracts';
import { addressKey, domainKey } from '@secure-preview/service-kit';
import { foldForSearch } from '../listing/fold-for-search.js';

/** An invitation as the rules of access see it. */
export interface Invitation {
  readonly id: string;
  readonly emailKey: string;
  /** Address as the administrator wrote it; `@example.com` for everybody of a domain. */
  readonly email: string;
  readonly name: string | null;
  readonly generation: number;
  /** Increases with each change, so that an old state is never published over a newer one. */
  readonly version: number;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly revokedAt: Date | null;
}

/** What the mail of an invitation shows of the settings. */
export interface MailTexts {
  /** Such as “Invited by Ada”; null for none. */
  readonly senderLine: string | null;
  readonly companyName: string;
  /** Ids of images of the gate; null for none. */
  readonly logoId: string | null;
  readonly keyArtId: string | null;
  /** Time zone of its instants. */
  readonly timeZone: string;
}

/** A person, or a domain, to invite. */
export interface Invitee {
  readonly email: string;
  readonly name: string | null;
}

/** What all invitations of an import share. */
export interface InvitationTerms {
  readonly language: string;
  readonly message: string;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly sendMail: boolean;
}

/** Returns whether an invitation is for everybody of a domain. Such an invitation has no link and no mail. */
export const isDomain = (email: string): boolean => email.startsWith('@');

/** Returns the key of the invitation of everybody of a domain. */
export const keyOfDomain = (domain: string): string => `@${domainKey(domain)}`;

/** Returns the key of an invitation of an address, or of a domain such as `@example.com`. */
export const invitationKey = addressKey;

/** Returns why an invitation is not valid now; undefined if it is. */
export function endedReason(
  { revokedAt, startsAt, endsAt }: Pick<Invitation, 'revokedAt' | 'startsAt' | 'endsAt'>,
  now: Date,
): AccessEndedReason | undefined {
  if (revokedAt) return 'revoked';
  if (endsAt && endsAt <= now) return 'expired';
  if (startsAt && startsAt > now) return 'notBegun';
  return undefined;
}

/** Returns the text in which an invitation is searched. The line break prevents matches across fields. */
export const searchTextOf = ({ email, name }: Invitee): string =>
  foldForSearch(name === null ? email : `${email}\n${name}`);
