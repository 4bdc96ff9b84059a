import * as z from 'zod/mini';
import { http } from '../http/define-route.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';

/** An alert or a code that was not sent, or waits. */
const unsentMail = z.object({
  id: z.uuid(),
  /** `alert` or `code`. */
  kind: z.string(),
  /** `waiting`, `sending`, `refused`, `uncertain` or `expired`. */
  state: z.string(),
  /** Code of the last failure, and the answer of the mail server or the error of the connection. */
  reason: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  /** Time at which it was stored. */
  at: z.iso.datetime(),
});
export type UnsentMail = z.infer<typeof unsentMail>;

const unsentMails = z.object({
  /** Number of such mails in the last days. */
  total: z.int(),
  /** The newest of them, newest first. */
  mails: z.array(unsentMail),
});
export type UnsentMails = z.infer<typeof unsentMails>;

export const unsentMailsRoutes = {
  list: http({
    method: 'GET',
    path: '/api/unsent-mails',
    access: 'uploader',
    summary: 'List the newest alerts and codes that were not sent, with their number',
    response: unsentMails,
    errors: [],
  }),
} as const;

export const unsentMailsRpc = rpcGroup('auth', {
  list: rpc({
    kind: 'query',
    pattern: 'auth.unsentMails.list',
    input: z.object({}),
    output: unsentMails,
    errors: [],
  }),
});
