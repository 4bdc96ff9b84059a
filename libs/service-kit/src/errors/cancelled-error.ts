/** Ends work whose result is no longer wanted. That is no failure: spans of such work are not marked as failed. */
export class CancelledError extends Error {}
