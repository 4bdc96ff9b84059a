/** SQL FROM clause: all trailers as `t`. The columns of `a` are null except for the active trailer. */
export const FROM_TRAILERS = 'FROM media.trailers t LEFT JOIN media.active_trailers a ON a.trailer_id = t.id';

/** SQL after FROM: the trailer that viewers see. It is the active trailer, otherwise the newest one being processed. */
export const SHOWN = `WHERE a.trailer_id IS NOT NULL OR t.status = 'processing'
  ORDER BY (a.trailer_id IS NOT NULL) DESC, t.upload_order DESC LIMIT 1`;
/** SQL: whether viewers see the trailer `t`. */
export const IS_SHOWN = `coalesce(t.id = (SELECT t.id ${FROM_TRAILERS} ${SHOWN}), false)`;
