/**
 * Key of the advisory lock of a backup ("SPB" and a counter). The backup holds it until all objects are
 * copied, so no sweep deletes an object meanwhile.
 */
export const BACKUP_LOCK = 0x53_50_42_01;
