import type { AccessEndedReason } from '@secure-preview/contracts';

/** Called when the visitor may not watch any more. Without a reason, the session has expired. */
export type OnAccessLost = (reason?: AccessEndedReason) => void;
