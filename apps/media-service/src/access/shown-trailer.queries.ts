/** SQL: trailers `t`, each with the pointer `a` if that refers to it. */
export const WITH_POINTER = 'FROM media.trailers t LEFT JOIN media.active_trailer a ON a.trailer_id = t.id';

/**
 * SQL from WHERE on: the trailer that viewers are shown, the active one or else the newest being processed.
 */
export const SHOWN = `WHERE a.trailer_id IS NOT NULL OR t.status = 'processing'
  ORDER BY (a.trailer_id IS NOT NULL) DESC, t.upload_order DESC LIMIT 1`;
/** SQL: whether the trailer `t` is the one that viewers are shown. */
export const IS_SHOWN = `coalesce(t.id = (SELECT t.id ${WITH_POINTER} ${SHOWN}), false)`;
