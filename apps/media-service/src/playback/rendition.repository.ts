import type { PlayableTrailer, Rendition, Segment } from './rendition.js';

export abstract class RenditionRepository {
  /** Undefined unless the trailer is ready. Renditions come with the largest first. */
  abstract ofTrailer(
    trailerId: string,
  ): Promise<{ trailer: PlayableTrailer; renditions: Rendition[] } | undefined>;
  /** Undefined unless its trailer is ready. Segments come in order, the initialisation segment first. */
  abstract segments(
    renditionId: string,
  ): Promise<{ trailer: PlayableTrailer; segments: Segment[] } | undefined>;
  /** Key of a segment's object. */
  abstract segmentKey(renditionId: string, name: string): Promise<string | undefined>;
}
