import type { CutRendition, ListedRendition, PlayableTrailer } from './rendition.js';

export abstract class RenditionRepository {
  /** A trailer with what its multivariant playlist lists: no retired renditions. Undefined unless it is ready. */
  abstract ofTrailer(
    trailerId: string,
  ): Promise<{ trailer: PlayableTrailer; renditions: ListedRendition[] } | undefined>;
  /** A rendition, retired ones among them. Undefined unless its trailer is ready. */
  abstract find(renditionId: string): Promise<CutRendition | undefined>;
}
