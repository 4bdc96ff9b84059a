import type { Poster } from './poster.js';

export abstract class PosterRepository {
  /** Returns the poster made from an upload. */
  abstract findBySource(sourceKey: string): Promise<Poster | undefined>;
  /** Stores a poster. Returns the existing one when another was made from the same upload meanwhile. */
  abstract save(poster: Poster, sourceKey: string): Promise<Poster>;
}
