/**
 * Key of the advisory lock of a backup. The backup holds it from before it reads the database until it has
 * copied every object listed there: no sweep deletes an object meanwhile. "SPB" and a counter.
 */
export const BACKUP_LOCK = 0x53_50_42_01;
