import * as z from 'zod/mini';
import { blockKind } from '../access/blocks.js';
import { limits } from '../limits.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';

/** Changes of access that are sent, the newest ones. They keep an answer below 200 KB; ordinary people have few. */
export const accessHistoryLimits = {
  /** Changes that concern a person, not a single visit. */
  person: 50,
  /** Changes of each visit. */
  visit: 20,
  /** Changes of all visits of a page. */
  page: 400,
} as const;

const action = z.enum([
  'playbackEnded',
  'playbackAllowed',
  'visitEnded',
  'visitAllowed',
  'blocked',
  'unblocked',
  'invited',
  'invitationExtended',
  'invitationRevoked',
]);

/** A change of what a person may do. */
export const accessChange = z.object({
  /** Unique among all changes. */
  id: z.string(),
  at: z.iso.datetime(),
  action,
  /** Version whose playback was ended or allowed; null for other actions. */
  trailerId: z.nullable(z.uuid()),
  /** Kind of what was blocked or unblocked; null for other actions. */
  kind: z.nullable(blockKind),
  /** What was blocked or unblocked, or whom the invitation is for; null for other actions. */
  value: z.nullable(z.string()),
  /** End of the invitation after the change; null for other actions, and without an end. */
  endsAt: z.nullable(z.iso.datetime()),
  /** `automatic`: because of a flag. `portal`: by a command of an operator, or because of a flag that is unknown. */
  by: z.enum(['administrator', 'automatic', 'portal']),
  /** Claimed name of the administrator; null where none is stored. */
  byName: z.nullable(z.string()),
});
export type AccessChange = z.infer<typeof accessChange>;

const history = <Change extends z.ZodMiniType>(change: Change) =>
  z.object({
    /** Oldest first. */
    changes: z.array(change),
    /** Number of older changes that are left out. */
    omitted: z.int(),
  });

export const accessHistory = history(accessChange);
export type AccessHistory = z.infer<typeof accessHistory>;

/** A change with the id of its command, which is that of the flag if the portal blocked because of one. */
const storedHistory = history(z.extend(accessChange, { commandId: z.uuid() }));

/** Changes of access in auth-service, also those that were taken back. */
export const accessHistoryRpc = rpcGroup('auth', {
  /**
   * Returns the changes of visits, without visits that have none, and those of the person: blocks that concern one of
   * the visitors, and the invitations of `invitee` or its domain; null for none.
   */
  read: rpc({
    kind: 'query',
    pattern: 'auth.accessHistory.read',
    input: z.object({
      leadIds: z.array(z.uuid()).check(z.maxLength(limits.leadsPage.max)),
      visitors: z
        .array(z.object({ email: z.string(), ip: z.nullable(z.string()) }))
        .check(z.maxLength(limits.leadsPage.max)),
      invitee: z.nullable(z.string()),
    }),
    output: z.object({
      person: storedHistory,
      visits: z.array(z.extend(storedHistory, { leadId: z.uuid() })),
    }),
    errors: [],
  }),
});
