/**
 * The ledger of objects. A key is written here before its object is, with a time after which it may go; whoever
 * comes to rely on the object takes that time away in the transaction that makes it part of a trailer.
 */
export abstract class StoredObjectsRepository {
  /** Announces objects that nothing relies on yet: the sweep deletes them after a day. */
  abstract announce(keys: readonly string[]): Promise<void>;
  /** Announces the objects of one processing attempt. */
  abstract announceForAttempt(
    keys: readonly string[],
    attempt: { trailerId: string; attemptId: string },
  ): Promise<void>;
  /** Whether anything relies on an object that was stored. */
  abstract keepsAny(): Promise<boolean>;
  /** Marks up to `limit` keys whose time has come; from then on nobody can come to rely on them. None while a backup is made. */
  abstract takeDue(limit: number): Promise<string[]>;
  /**
   * Forgets a key whose object was deleted. An upload address that is still valid could bring the object back, so
   * its key is deleted once more an hour after it was issued.
   */
  abstract forget(key: string): Promise<void>;
}
