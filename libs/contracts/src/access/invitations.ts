import * as z from 'zod/mini';
import { fieldError } from '../errors/field-error.js';
import { instant } from '../instant.js';
import { limits } from '../limits.js';
import { pageQuery } from '../lists/page-query.js';
import { visitorLanguages } from '../settings/languages.js';
import { multilineText } from '../text.js';
import { blockTarget } from './blocks.js';

/**
 * State of an invitation. If several apply, the first of these counts: revoked, expired, opened, outcome of the last
 * mail. `noMail`: no mail was queued, as for a domain. `notSent`: the mail could not be sent in time, or was
 * cancelled by a revocation or a block (reasons `REVOKED`, `BLOCKED`).
 */
export const invitationState = z.enum([
  'noMail',
  'queued',
  'sent',
  'refused',
  'uncertain',
  'notSent',
  'opened',
  'expired',
  'revoked',
]);
export type InvitationState = z.infer<typeof invitationState>;

/** An invitation in a list. */
export const invitation = z.object({
  id: z.uuid(),
  /** `@example.com` for all addresses of a domain. */
  email: z.string(),
  name: z.nullable(z.string()),
  language: z.string(),
  createdAt: z.iso.datetime(),
  startsAt: z.nullable(z.iso.datetime()),
  endsAt: z.nullable(z.iso.datetime()),
  state: z.string(),
  /** Code of the failure of the last mail, and the answer of the mail server. */
  reason: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  openedAt: z.nullable(z.iso.datetime()),
  /** Blocks of the address or its domain. */
  blocks: z.array(blockTarget),
});

/** Share of the shown version that the invited person watched; absent while analytics-service is down. */
export const invitationWithShare = z.extend(invitation, {
  watchedShare: z.optional(z.nullable(z.number())),
});
export type Invitation = z.infer<typeof invitationWithShare>;

/** Largest integer of Postgres. */
const MAX_LINE = 2 ** 31 - 1;

/** A row of an import as it was pasted. auth-service validates it, so that each problem is shown by line. */
export const importRow = z.object({
  /** Number of the row, from 1, which identifies it within the import. */
  line: z.int().check(z.positive(), z.maximum(MAX_LINE)),
  email: z.string().check(z.maxLength(1000)),
  name: z._default(z.string().check(z.maxLength(1000)), ''),
});
export type ImportRow = z.infer<typeof importRow>;

/** Outcome of an import for one line: a new invitation, the renewal of an ended one, or a problem. */
export const importOutcome = z.enum([
  'new',
  'renewed',
  'emailInvalid',
  'nameInvalid',
  'duplicate',
  'alreadyInvited',
  'blocked',
]);
export type ImportOutcome = z.infer<typeof importOutcome>;

export const checkedRow = z.object({
  line: z.int(),
  email: z.string(),
  name: z.string(),
  outcome: z.string(),
});
export type CheckedRow = z.infer<typeof checkedRow>;

/** Result of an import. */
export const confirmedImport = z.object({
  invited: z.int(),
  /** Addresses that were blocked after their lines had been checked. They are not invited. */
  blocked: z.int(),
});
export type ConfirmedImport = z.infer<typeof confirmedImport>;

/** Values that all invitations of an import share. */
export const importOptions = z
  .object({
    language: z.enum(visitorLanguages),
    message: z._default(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(limits.access.message.max, fieldError('MESSAGE_TOO_LONG')),
          multilineText(fieldError('MESSAGE_UNSHOWABLE')),
        ),
      '',
    ),
    startsAt: z._default(z.nullable(instant), null),
    endsAt: z._default(z.nullable(instant), null),
    /** Whether mails are sent. If not, the administrator copies the links. */
    sendMail: z._default(z.boolean(), true),
  })
  .check(
    z.refine(({ startsAt, endsAt }) => !startsAt || !endsAt || Date.parse(startsAt) < Date.parse(endsAt), {
      error: fieldError('ENDS_BEFORE_START'),
      path: ['endsAt'],
    }),
  );
export type ImportOptions = z.input<typeof importOptions>;

/** Orders of the list. In both orders by end, invitations without an end come last. */
export const invitationSort = z.enum(['newest', 'oldest', 'email', 'name', 'endsSoonest', 'endsLatest'], {
  error: fieldError('SORT_UNKNOWN'),
});

export const invitationsQuery = z.object({
  ...pageQuery,
  /** Only invitations in this state. */
  state: z.optional(invitationState),
  sort: z._default(invitationSort, 'newest'),
});

export const invitationAction = z.union([
  /** Sends the mail again. */
  z.object({ action: z.literal('resend') }),
  /** Ends access at once, and makes the link invalid. */
  z.object({ action: z.literal('revoke') }),
  /** Changes the end of the window; null for none. */
  z.object({ action: z.literal('extend'), endsAt: z.nullable(instant) }),
]);
