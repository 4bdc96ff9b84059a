import * as z from 'zod/mini';
import { AppError } from '../errors/app-error.js';

/**
 * Reason why a session may not watch: the visitor is blocked, the invitation is revoked, expired or not yet valid, or
 * the administrator ended the visit. `playbackEnded` concerns only one trailer version: the administrator ended its
 * playback, and the session stays signed in. Sent in `params.reason` of `ACCESS_ENDED` (docs/product.md#access).
 */
export const accessEndedReason = z.enum([
  'blocked',
  'revoked',
  'expired',
  'notBegun',
  'visitEnded',
  'playbackEnded',
]);
export type AccessEndedReason = z.infer<typeof accessEndedReason>;

/** Name of the parameter of `ACCESS_ENDED` that contains the reason. */
export const ENDED_REASON_PARAM = 'reason';

/** Name of the parameter of `ACCESS_ENDED` with the instant at which the access begins. Only with `notBegun`. */
export const STARTS_AT_PARAM = 'startsAt';

export const accessEnded = (reason: AccessEndedReason, startsAt?: Date | null): AppError => {
  const start = reason === 'notBegun' && startsAt ? { [STARTS_AT_PARAM]: startsAt.toISOString() } : {};
  return new AppError('ACCESS_ENDED', { params: { [ENDED_REASON_PARAM]: reason, ...start } });
};
