import type { Administrator } from '@secure-preview/contracts';

/** Administrator of a change; null for a command of an operator. */
export type ChangedBy = Administrator | null;
