/** Expires trailers that were replaced long enough ago. */
export abstract class RetentionRepository {
  /**
   * Marks one trailer that was replaced at least `days` days ago as expired, and releases its objects to the
   * sweep. Returns false when there is none.
   */
  abstract expireOne(days: number): Promise<boolean>;
}
