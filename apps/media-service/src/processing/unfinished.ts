/** SQL: the processing of the trailer is not finished. */
export const UNFINISHED = `(status = 'processing' OR (status = 'ready' AND NOT ladder_done))`;
