/** What a found clip shows about one segment of a version. */
export interface SegmentEvidence {
  /** Counts from 0. */
  readonly segment: number;
  /**
   * Positive if the second variant was seen, negative if the first. In standard deviations of the value that an
   * unmarked picture gives.
   */
  readonly z: number;
}
