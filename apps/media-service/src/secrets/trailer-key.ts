/** The key that a trailer's segments are encrypted with, as it lies in the database. */
export interface WrappedTrailerKey {
  readonly id: string;
  readonly trailerId: string;
  readonly wrapped: Buffer;
}
