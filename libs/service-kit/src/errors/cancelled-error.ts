/** Cancels work whose result is no longer needed. Spans of such work are not marked as failed. */
export class CancelledError extends Error {}
