/** SQL: the trailer has processing left to do. */
export const UNFINISHED = `(status = 'processing' OR (status = 'ready' AND NOT ladder_done))`;
