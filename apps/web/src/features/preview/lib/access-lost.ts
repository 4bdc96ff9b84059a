import type { AccessEndedReason } from '@secure-preview/contracts';

/** Called when the visitor has lost access. Without a reason, the session has expired. */
export type OnAccessLost = (reason?: AccessEndedReason) => void;
