import type { BrokenTrailer, GivenUpTrailer, KeptObject } from './finding.js';

/** A trailer as far as its storage goes. */
export interface StoredTrailer {
  readonly id: string;
  readonly title: string;
  readonly active: boolean;
  readonly sourceKey: string;
  readonly sourceEtag: string;
  /** Whether something is still to be made of its upload. */
  readonly needsSource: boolean;
}

/** What the database says is in storage. */
export abstract class VerificationRepository {
  /** Those of the keys that the database knows, for whatever purpose. */
  abstract known(keys: readonly string[]): Promise<Set<string>>;
  /** All objects that are meant to stay, but for what is offered no more or belongs to a trailer that failed. */
  abstract kept(): Promise<KeptObject[]>;
  /** Trailers that failed for what they had lost. */
  abstract givenUp(): Promise<GivenUpTrailer[]>;
  abstract trailerOfRendition(renditionId: string): Promise<string | undefined>;
  abstract trailer(id: string): Promise<StoredTrailer | undefined>;
  /** Gives a kept object that nothing needs to the sweep. */
  abstract release(key: string): Promise<void>;
  /** Has the database know nothing more of an object that nothing needs. No sweep deletes it, wherever it may be. */
  abstract forget(key: string): Promise<void>;
  /** Takes a poster whose picture is lost off every trailer. */
  abstract removePoster(posterId: string): Promise<void>;
  /**
   * Makes the best of a trailer of which something is lost: renditions are retired while others can be played; else it
   * is processed again if its upload is there, and else it fails with `sentence` and is no longer the active one. That
   * can be taken back: everything that it was played from, and its key, stay as they are.
   *
   * @param sourceUsable whether the upload lies in storage as it was accepted
   */
  abstract repair(
    trailer: BrokenTrailer,
    sourceUsable: boolean,
    sentence: string,
  ): Promise<'retired' | 'requeued' | 'failed' | 'gone'>;
  /** Makes a trailer that was given up one that can be shown. */
  abstract bringBack(id: string): Promise<'returned' | 'gone'>;
}
