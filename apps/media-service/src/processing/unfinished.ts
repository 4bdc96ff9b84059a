/** SQL: the processing of the trailer has not ended. */
export const UNFINISHED = `(status = 'processing' OR (status = 'ready' AND NOT ladder_done))`;
