import { viewingLimits } from '@secure-preview/contracts';

/** Percent of a trailer that a person who has finished it has watched, in any order. */
export const COMPLETED_PERCENT = Math.round(viewingLimits.completedShare * 100);
