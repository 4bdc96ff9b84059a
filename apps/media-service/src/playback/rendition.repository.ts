import type { CutRendition, ListedRendition, PlayableTrailer } from './rendition.js';

export abstract class RenditionRepository {
  /**
   * Returns a trailer with the renditions of its multivariant playlist, without retired ones. Undefined
   * unless it is ready.
   */
  abstract ofTrailer(
    trailerId: string,
  ): Promise<{ trailer: PlayableTrailer; renditions: ListedRendition[] } | undefined>;
  /** Returns a rendition, even a retired one. Undefined unless its trailer is ready. */
  abstract find(renditionId: string): Promise<CutRendition | undefined>;
}
