/**
 * Key of the advisory lock that a backup holds from before it reads the database until it has copied every object
 * that stands there: no sweep takes an object meanwhile. "SPB" and a counter.
 */
export const BACKUP_LOCK = 0x53_50_42_01;
