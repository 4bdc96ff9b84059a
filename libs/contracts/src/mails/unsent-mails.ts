import * as z from 'zod/mini';
import { http } from '../http/define-route.js';
import { pageEnd, pageInput, pageLimit, pageQuery } from '../lists/page-query.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { settingsLimits } from '../settings-limits.js';

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

/** A page of such mails of the last days, newest first. */
const unsentMailsPage = z.object({ mails: z.array(unsentMail), ...pageEnd });
export type UnsentMailsPage = z.infer<typeof unsentMailsPage>;

export const unsentMailsRoutes = {
  list: http({
    method: 'GET',
    path: '/api/unsent-mails',
    access: 'uploader',
    summary: 'List alerts and codes that were not sent, newest first',
    query: z.object({
      limit: z._default(pageLimit, settingsLimits.unsentPage),
      cursor: pageQuery.cursor,
    }),
    response: unsentMailsPage,
    errors: ['VALIDATION_FAILED'],
  }),
} as const;

export const unsentMailsRpc = rpcGroup('auth', {
  list: rpc({
    kind: 'query',
    pattern: 'auth.unsentMails.list',
    input: z.object({ limit: pageInput.limit, cursor: pageInput.cursor }),
    output: unsentMailsPage,
    errors: ['VALIDATION_FAILED'],
  }),
});
