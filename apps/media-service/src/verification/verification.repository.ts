import type { BrokenTrailer, GivenUpTrailer, KeptObject } from './finding.js';

/** The facts about a trailer that concern its storage. */
export interface StoredTrailer {
  readonly id: string;
  readonly title: string;
  readonly active: boolean;
  readonly sourceKey: string;
  readonly sourceEtag: string;
  /** Whether something is still to be made from its upload. */
  readonly needsSource: boolean;
}

/** Reads and repairs the database's record of what is in storage. */
export abstract class VerificationRepository {
  /** Returns those of the keys that the database knows, for whatever purpose. */
  abstract known(keys: readonly string[]): Promise<Set<string>>;
  /** Returns all objects to be kept, except those of retired renditions and of failed trailers. */
  abstract kept(): Promise<KeptObject[]>;
  /** Returns trailers that failed because of lost objects. */
  abstract givenUp(): Promise<GivenUpTrailer[]>;
  abstract trailerOfRendition(renditionId: string): Promise<string | undefined>;
  abstract trailer(id: string): Promise<StoredTrailer | undefined>;
  /** Releases a kept object that nothing needs to the sweep. */
  abstract release(key: string): Promise<void>;
  /** Removes the record of an object that nothing needs. No sweep deletes the object, wherever it may be. */
  abstract forget(key: string): Promise<void>;
  /** Removes a poster with a lost picture from every trailer. */
  abstract removePoster(posterId: string): Promise<void>;
  /**
   * Repairs a trailer with lost objects. Retires renditions while others are playable. Otherwise processes
   * the trailer again if its upload exists. Otherwise fails it with `sentence` and deactivates it. The
   * failure can be undone: all objects that it was played from, and its key, are kept.
   *
   * @param sourceUsable whether storage holds the upload as it was accepted
   */
  abstract repair(
    trailer: BrokenTrailer,
    sourceUsable: boolean,
    sentence: string,
  ): Promise<'retired' | 'requeued' | 'failed' | 'gone'>;
  /** Makes a failed trailer one that can be shown again. */
  abstract bringBack(id: string): Promise<'returned' | 'gone'>;
}
