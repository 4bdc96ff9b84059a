/** SQL: trailers that something is left to be done for. */
export const UNFINISHED = `(status = 'processing' OR (status = 'ready' AND NOT ladder_done))`;
