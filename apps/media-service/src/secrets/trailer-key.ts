/** The key that encrypts a trailer's segments, as stored in the database. */
export interface WrappedTrailerKey {
  readonly id: string;
  readonly trailerId: string;
  readonly wrapped: Buffer;
}
