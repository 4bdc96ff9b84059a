import * as z from 'zod/mini';

/**
 * Why a session may not watch: blocked, invitation revoked, over or not begun, or visit ended by the administrator.
 * In `params.reason` of `ACCESS_ENDED` (docs/product.md#access).
 */
export const accessEndedReason = z.enum(['blocked', 'revoked', 'expired', 'notBegun', 'visitEnded']);
export type AccessEndedReason = z.infer<typeof accessEndedReason>;

/** Name of the parameter of `ACCESS_ENDED` that has the reason. */
export const ENDED_REASON_PARAM = 'reason';
