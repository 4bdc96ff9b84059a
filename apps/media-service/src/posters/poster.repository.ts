import type { Poster } from './poster.js';

export abstract class PosterRepository {
  /** The poster that was made from an upload. */
  abstract findBySource(sourceKey: string): Promise<Poster | undefined>;
  /** Stores a poster; when another was made from the same upload meanwhile, that one is returned. */
  abstract save(poster: Poster, sourceKey: string): Promise<Poster>;
}
