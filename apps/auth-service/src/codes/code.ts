import { type CodePurpose, limits } from '@secure-preview/contracts';
import type { CodeAudience } from '@secure-preview/service-kit/outbox';
import type { Queryable } from '@secure-preview/service-kit/postgres';

const { resendSeconds, perDay } = limits.access.code;
export const DAY_SECONDS = 24 * 60 * 60;
/** Seconds in which a used code is still valid, so that a lost answer does not cost the visitor another code. */
export const REUSE_SECONDS = 120;

export interface RequestedCode {
  readonly id: string;
  readonly emailKey: string;
  readonly purpose: CodePurpose;
}

/** A code for the table. */
export interface NewCode extends RequestedCode {
  /** Whether it was requested with a valid invitation link. Half of the codes of an address are reserved for these. */
  readonly byLink: boolean;
  /** What the limits count: the mailbox of the address, or with a link the address itself. */
  readonly mailboxKey: string;
}

/**
 * Returns the codes that an address may request in a day, with or without a link. Strangers without a link can use up
 * one half only. Each half counts its own requests: otherwise the answer would reveal that a link was used.
 */
export const codesPerDay = ({ purpose }: Pick<NewCode, 'purpose'>): number =>
  purpose === 'test' ? perDay : perDay / 2;

/** Returns the key in the outbox of the mail with a code. */
export const codeMailKey = (id: string): string => `code:${id}`;

/** Mail with a code. */
export interface CodeMail {
  readonly recipient: string;
  readonly language: string;
  readonly companyName: string;
  /** Id of the logo; null for none. */
  readonly logoId: string | null;
  readonly audience: CodeAudience;
  /** Number of codes that the same network requested shortly before. */
  readonly turn: number;
  /** Returns whether its address was blocked before the transaction, which makes further blocks wait. */
  readonly isBlocked: (transaction: Queryable) => Promise<boolean>;
}

/** Why no further code may be requested now, and for how many seconds. */
export interface CodeLimit {
  readonly error: 'CODE_TOO_SOON' | 'TOO_MANY_CODES';
  readonly retryAfterSeconds: number;
}

/**
 * Returns the limit that an address has reached.
 *
 * @param ages seconds since each request of the last day, newest first
 * @param most requests in a day
 */
export function reachedLimit(ages: readonly number[], most: number): CodeLimit | undefined {
  const oldestThatCounts = ages[most - 1];
  if (oldestThatCounts !== undefined && oldestThatCounts < DAY_SECONDS)
    return { error: 'TOO_MANY_CODES', retryAfterSeconds: Math.ceil(DAY_SECONDS - oldestThatCounts) };
  const [newest] = ages;
  if (newest !== undefined && newest < resendSeconds)
    return { error: 'CODE_TOO_SOON', retryAfterSeconds: Math.ceil(resendSeconds - newest) };
  return undefined;
}
