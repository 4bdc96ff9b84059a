import * as z from 'zod/mini';
import { AppError } from '../errors/app-error.js';

/**
 * Why a session may not watch: blocked, invitation revoked, over or not begun, or visit ended by the administrator.
 * In `params.reason` of `ACCESS_ENDED` (docs/product.md#access).
 */
export const accessEndedReason = z.enum(['blocked', 'revoked', 'expired', 'notBegun', 'visitEnded']);
export type AccessEndedReason = z.infer<typeof accessEndedReason>;

/** Name of the parameter of `ACCESS_ENDED` that has the reason. */
export const ENDED_REASON_PARAM = 'reason';

export const accessEnded = (reason: AccessEndedReason): AppError =>
  new AppError('ACCESS_ENDED', { params: { [ENDED_REASON_PARAM]: reason } });
