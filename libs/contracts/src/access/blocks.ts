import * as z from 'zod/mini';
import { fieldError } from '../errors/field-error.js';
import { http } from '../http/define-route.js';
import { limits } from '../limits.js';
import { pageEnd, pageInput, pageQuery } from '../lists/page-query.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { administrator } from '../session/administrator.js';
import { displayableText } from '../text.js';

/** Kind of a block: an e-mail address (typed or proved), all addresses of a domain, or a network. */
export const blockKind = z.enum(['address', 'domain', 'network']);
export type BlockKind = z.infer<typeof blockKind>;

const blocked = {
  kind: blockKind,
  /** E-mail address, domain, or network in CIDR notation. auth-service checks the format. */
  value: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, fieldError('BLOCK_VALUE_INVALID')),
      z.maxLength(320, fieldError('BLOCK_VALUE_INVALID')),
    ),
};

/** A blocked address, domain or network. */
export const blockTarget = z.object({ kind: blockKind, value: z.string() });
export type BlockTarget = z.infer<typeof blockTarget>;

export const blockForm = z.object({
  ...blocked,
  note: z._default(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(limits.access.note.max, fieldError('NOTE_TOO_LONG')),
        displayableText(fieldError('NOTE_UNSHOWABLE')),
      ),
    '',
  ),
});

/** A change in the history of blocks. */
export const blockChange = z.object({
  kind: z.string(),
  value: z.string(),
  blocked: z.boolean(),
  note: z.string(),
  byName: z.nullable(z.string()),
  at: z.iso.datetime(),
});
export type BlockChange = z.infer<typeof blockChange>;

const ok = z.object({ ok: z.literal(true) });
const blocksSort = z.enum(['newest', 'oldest', 'value'], { error: fieldError('SORT_UNKNOWN') });
export type BlocksSort = z.infer<typeof blocksSort>;

/** Query of the present blocks. `q` is a part of a value or a note. */
const blocksQuery = z.object({
  ...pageQuery,
  kind: z.optional(blockKind),
  sort: z._default(blocksSort, 'newest'),
});
const blocksPage = z.object({ blocks: z.array(blockChange), ...pageEnd });
/** Query of the changes of blocks, newest first. `q` is a part of a value, a note or the name of an administrator. */
const historyQuery = z.object(pageQuery);
const historyPage = z.object({ changes: z.array(blockChange), ...pageEnd });

export const blocksRoutes = {
  list: http({
    method: 'GET',
    path: '/api/blocks',
    access: 'uploader',
    summary: 'List blocked addresses, domains and networks',
    query: blocksQuery,
    response: blocksPage,
    errors: ['VALIDATION_FAILED'],
  }),
  history: http({
    method: 'GET',
    path: '/api/blocks/history',
    access: 'uploader',
    summary: 'List the changes of blocks, newest first',
    query: historyQuery,
    response: historyPage,
    errors: ['VALIDATION_FAILED'],
  }),
  add: http({
    method: 'POST',
    path: '/api/blocks',
    access: 'uploader',
    summary: 'Block an address, a domain or a network',
    body: blockForm,
    response: ok,
    errors: ['VALIDATION_FAILED', 'CANNOT_BLOCK_SELF', 'TOO_MANY_BLOCKS'],
  }),
  remove: http({
    method: 'POST',
    path: '/api/blocks/remove',
    access: 'uploader',
    summary: 'Unblock an address, a domain or a network',
    body: z.object(blocked),
    response: ok,
    errors: ['VALIDATION_FAILED'],
  }),
} as const;

export const blocksRpc = rpcGroup('auth', {
  list: rpc({
    kind: 'query',
    pattern: 'auth.blocks.list',
    input: z.object({ ...pageInput, kind: z.optional(blockKind), sort: blocksSort }),
    output: blocksPage,
    errors: ['VALIDATION_FAILED'],
  }),
  history: rpc({
    kind: 'query',
    pattern: 'auth.blocks.history',
    input: z.object(pageInput),
    output: historyPage,
    errors: ['VALIDATION_FAILED'],
  }),
  change: rpc({
    kind: 'command',
    pattern: 'auth.blocks.change',
    input: z.object({ ...blocked, note: z.string(), blocked: z.boolean(), by: z.nullable(administrator) }),
    output: ok,
    errors: ['VALIDATION_FAILED', 'TOO_MANY_BLOCKS'],
  }),
  /** Returns blocked domains and networks, which each gateway keeps in memory, and the number of the last change. */
  rules: rpc({
    kind: 'query',
    pattern: 'auth.blocks.rules',
    input: z.object({}),
    output: z.object({ version: z.int(), domains: z.array(z.string()), networks: z.array(z.string()) }),
    errors: [],
  }),
  /** Returns the blocks that concern each of these visitors, in their order. `ip`: null if unknown. */
  concerning: rpc({
    kind: 'query',
    pattern: 'auth.blocks.concerning',
    input: z.object({
      visitors: z
        .array(z.object({ email: z.string(), ip: z.nullable(z.string()) }))
        .check(z.maxLength(limits.leadsPage.max)),
    }),
    output: z.object({ blocks: z.array(z.array(blockTarget)) }),
    errors: [],
  }),
  /** Returns whether an e-mail address is blocked. Used while Redis lacks the blocks, as after a loss of data. */
  isBlocked: rpc({
    kind: 'query',
    pattern: 'auth.blocks.isBlocked',
    input: z.object({ emailKey: z.string() }),
    output: z.object({ blocked: z.boolean() }),
    errors: [],
  }),
});
