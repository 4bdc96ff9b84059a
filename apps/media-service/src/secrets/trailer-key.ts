/** A key of a trailer as stored in the database, such as the one that encrypts its segments. */
export interface WrappedTrailerKey {
  readonly id: string;
  readonly trailerId: string;
  readonly wrapped: Buffer;
}

/** Where wrapped keys are stored. */
export interface WrappedKeyStore {
  /** Returns a page of keys in the order of their ids, after the id `after`. */
  page(after: string | undefined, limit: number): Promise<WrappedTrailerKey[]>;
  /** Replaces a wrapped key unless it was replaced since it was read. */
  replace(key: WrappedTrailerKey, wrapped: Buffer): Promise<void>;
}
