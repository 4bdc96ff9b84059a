import type { Rendition } from '../playback/rendition.js';

export interface Source {
  readonly key: string;
  readonly etag: string;
  /** Attempts that ended without saying why: their worker died. */
  readonly lostAttempts: number;
}

export interface StoredSegment {
  readonly name: string;
  readonly objectKey: string;
  readonly bytes: number;
  /** Null for the initialisation segment. */
  readonly durationSeconds: number | null;
}

export interface ProcessedTrailer {
  readonly durationSeconds: number;
  readonly rendition: Rendition;
  /** In order, the initialisation segment first. */
  readonly segments: readonly StoredSegment[];
}

/** One go at processing a trailer. Only the latest attempt of a trailer can change it. */
export interface Attempt {
  readonly trailerId: string;
  readonly attemptId: string;
}

export abstract class ProcessingRepository {
  /**
   * Begins an attempt and gives what earlier ones left in the store to the sweep. Undefined when the trailer is
   * gone or is no longer to be processed.
   */
  abstract begin(attempt: Attempt): Promise<Source | undefined>;
  /** False when the attempt counts no more. */
  abstract report(attempt: Attempt, step: string, progress: number): Promise<boolean>;
  /** Ends the attempt and leaves the trailer to the next one. */
  abstract release(attempt: Attempt): Promise<void>;
  /** Ends processing with a sentence for the administrator. */
  abstract fail(attempt: Attempt, sentence: string, keepSource: boolean): Promise<void>;
  /**
   * Makes the trailer playable and, unless a newer upload was shown since, the active one.
   *
   * @throws AttemptSuperseded
   */
  abstract complete(attempt: Attempt, result: ProcessedTrailer, keepSource: boolean): Promise<void>;
}
