import type { WrappedTrailerKey } from './trailer-key.js';

export abstract class TrailerKeyRepository {
  /** A key, and whether its trailer is the active one. Undefined unless the trailer is ready. */
  abstract find(keyId: string): Promise<(WrappedTrailerKey & { readonly active: boolean }) | undefined>;
  /** Keys in the order of their ids, those after `after`. */
  abstract page(after: string | undefined, limit: number): Promise<WrappedTrailerKey[]>;
  /** Puts another wrapping in the place of the one that was read; does nothing if that was replaced meanwhile. */
  abstract replace(key: WrappedTrailerKey, wrapped: Buffer): Promise<void>;
}
