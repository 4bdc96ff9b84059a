/** Which trailers have outlived their time. */
export abstract class RetentionRepository {
  /**
   * Gives the objects of one trailer that was replaced at least `days` days ago to the sweep and marks it expired.
   * False when there is none.
   */
  abstract expireOne(days: number): Promise<boolean>;
}
