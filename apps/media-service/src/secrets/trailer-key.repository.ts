import type { WrappedTrailerKey } from './trailer-key.js';

export abstract class TrailerKeyRepository {
  /** Returns a key, and whether its trailer is the active one. Undefined unless the trailer is ready. */
  abstract find(keyId: string): Promise<(WrappedTrailerKey & { readonly active: boolean }) | undefined>;
  /** Returns keys in the order of their ids, those after `after`. */
  abstract page(after: string | undefined, limit: number): Promise<WrappedTrailerKey[]>;
  /** Replaces the wrapping that was read; does nothing if it was replaced meanwhile. */
  abstract replace(key: WrappedTrailerKey, wrapped: Buffer): Promise<void>;
}
