import * as z from 'zod/mini';
import { pageEnd, pageInput, rowIds } from '../lists/page-query.js';
import { mailImages } from '../mails/mail-images.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { administrator } from '../session/administrator.js';
import {
  checkedRow,
  confirmedImport,
  importOptions,
  importRow,
  invitation,
  invitationAction,
  invitationSort,
} from './invitations.js';

export const invitationsRpc = rpcGroup('auth', {
  list: rpc({
    kind: 'query',
    pattern: 'auth.invitations.list',
    input: z.object({
      ...pageInput,
      state: z.optional(z.string()),
      sort: invitationSort,
    }),
    output: z.object({
      invitations: z.array(invitation),
      ...pageEnd,
    }),
    errors: ['VALIDATION_FAILED'],
  }),
  /** Returns the number of invitations that can be used, and were not opened yet. */
  countOpen: rpc({
    kind: 'query',
    pattern: 'auth.invitations.countOpen',
    input: z.object({}),
    output: z.object({ open: z.int() }),
    errors: [],
  }),
  addRows: rpc({
    kind: 'command',
    pattern: 'auth.invitations.addRows',
    input: z.object({ importId: z.uuid(), rows: z.array(importRow) }),
    output: z.object({ rows: z.array(checkedRow) }),
    errors: ['IMPORT_TOO_LARGE', 'IMPORT_CONFIRMED'],
  }),
  confirmImport: rpc({
    kind: 'command',
    pattern: 'auth.invitations.confirmImport',
    input: z.object({
      importId: z.uuid(),
      options: importOptions,
      by: administrator,
      /** Line of the sender in the mail, such as “Invited by Ada”; null for none. */
      senderLine: z.nullable(z.string()),
      companyName: z.string(),
      ...mailImages,
      /** Time zone of the instants in the mail. */
      timeZone: z._default(z.string(), 'UTC'),
    }),
    output: confirmedImport,
    errors: ['IMPORT_NOT_FOUND'],
    deadlineMs: 15_000,
    attemptMs: 10_000,
  }),
  change: rpc({
    kind: 'command',
    pattern: 'auth.invitations.change',
    input: z.object({
      ids: rowIds,
      change: invitationAction,
      by: administrator,
      senderLine: z.nullable(z.string()),
      companyName: z.string(),
      ...mailImages,
      timeZone: z._default(z.string(), 'UTC'),
    }),
    output: z.object({ changed: z.int() }),
    errors: [],
  }),
  /** Returns the secret of the link of an invitation. Accepts any string as id. */
  secret: rpc({
    kind: 'query',
    pattern: 'auth.invitations.secret',
    input: z.object({ id: z.string() }),
    output: z.object({ id: z.uuid(), secret: z.string() }),
    errors: ['INVITATION_NOT_FOUND'],
  }),
});
