/** SQL: the objects of all segments. A marked segment has two. */
export const SEGMENT_OBJECTS = `(
  SELECT rendition_id, position, object_key FROM media.segments
  UNION ALL
  SELECT rendition_id, position, twin_object_key FROM media.segments WHERE twin_object_key IS NOT NULL)`;
