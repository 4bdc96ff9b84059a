/**
 * The ledger of objects. A key is recorded before its object is stored, with a time after which the object
 * may be deleted. The transaction that makes the object part of a trailer clears that time.
 */
export abstract class StoredObjectsRepository {
  /** Announces objects that nothing relies on yet. The sweep deletes them after a day. */
  abstract announce(keys: readonly string[]): Promise<void>;
  /** Announces the objects of one processing attempt. */
  abstract announceForAttempt(
    keys: readonly string[],
    attempt: { trailerId: string; attemptId: string },
  ): Promise<void>;
  /** Returns whether anything relies on a stored object. */
  abstract keepsAny(): Promise<boolean>;
  /**
   * Marks up to `limit` keys that are due; after that nothing can keep them. Returns none while a backup
   * runs.
   */
  abstract takeDue(limit: number): Promise<string[]>;
  /**
   * Forgets a key whose object was deleted. An upload address that is still valid could bring the object
   * back. Its key is therefore deleted once more an hour after it was issued.
   */
  abstract forget(key: string): Promise<void>;
}
