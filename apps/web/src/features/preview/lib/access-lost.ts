import type { AccessEndedReason } from '@secure-preview/contracts';
import { endedReason, isSessionExpired } from '../../../lib/http-error.js';

/** Called when the visitor has lost access. Without a reason, the session has expired. */
export type OnAccessLost = (reason?: AccessEndedReason) => void;

/** Calls the listener if the error means that the visitor has lost access. Returns whether it does. */
export function reportLostAccess(error: unknown, onAccessLost: OnAccessLost): boolean {
  const reason = endedReason(error);
  if (!reason && !isSessionExpired(error)) return false;
  onAccessLost(reason);
  return true;
}
