import type { TrailerJobName } from '../job-queue/enqueue.js';

export interface Source {
  readonly key: string;
  readonly etag: string;
  /**
   * Attempts since the last progress whose worker died while a program was running on the upload. Another
   * trailer's file may have been the cause.
   */
  readonly lostAttempts: number;
  /** Renditions made by earlier attempts that are already playable. */
  readonly published: readonly PublishedRendition[];
}

export interface PublishedRendition {
  readonly kind: 'video' | 'audio' | 'muxed';
  /** Height of the box that the picture fits; null for sound. */
  readonly rungHeight: number | null;
  /** Whether it is a copy of the upload, to be retired once the others are made. */
  readonly provisional: boolean;
  /** Seconds at which its segments end, from its beginning. */
  readonly cuts: readonly number[];
}

export interface StoredSegment {
  readonly name: string;
  readonly objectKey: string;
  readonly bytes: number;
  /** Null for the initialisation segment. */
  readonly durationSeconds: number | null;
  /** Initialisation vector; null when the segment is not encrypted. */
  readonly iv: Buffer | null;
}

/** A rendition whose segments are stored but not yet published. */
export interface NewRendition {
  readonly id: string;
  readonly kind: 'video' | 'audio';
  readonly rungHeight: number | null;
  readonly width: number | null;
  readonly height: number | null;
  /** Frames per second; null when unknown, and for sound. */
  readonly frameRate: number | null;
  readonly channels: number | null;
  /** RFC 6381. */
  readonly codecs: string;
  readonly peakBitsPerSecond: number;
  readonly averageBitsPerSecond: number;
  readonly durationSeconds: number;
  readonly provisional: boolean;
  /** In order, the initialisation segment first. */
  readonly segments: readonly StoredSegment[];
}

/** One attempt to process a trailer. Only the latest attempt of a trailer can change it. */
export interface Attempt {
  readonly trailerId: string;
  readonly attemptId: string;
}

export interface Progress {
  readonly step: string;
  /** Percent of all work. */
  readonly percent: number;
  /** Null while it cannot be estimated. */
  readonly secondsLeft: number | null;
}

/** The job that continues when an attempt ends before the work is done. */
export interface NextJob {
  readonly job: TrailerJobName;
  /** Step shown to the administrator during the wait; null while it waits for its turn. */
  readonly step: string | null;
  readonly delaySeconds: number;
  /** Whether only one such job may run at a time, across all workers. */
  readonly alone: boolean;
  readonly storageWaits: number;
}

export abstract class ProcessingRepository {
  /**
   * Begins an attempt and releases what earlier ones left in the store to the sweep. Undefined when the
   * trailer is gone or such a job has nothing left to do for it.
   */
  abstract begin(attempt: Attempt, job: TrailerJobName): Promise<Source | undefined>;
  /** Returns false when the attempt is superseded. */
  abstract report(attempt: Attempt, progress: Progress): Promise<boolean>;
  /** Returns the wrapped key of a trailer's segments: the given one, unless the trailer already has one. */
  abstract key(trailerId: string, wrapped: Buffer): Promise<Buffer>;
  /** Ends the attempt and leaves the trailer to the next attempt. */
  abstract release(attempt: Attempt): Promise<void>;
  /**
   * Ends the attempt and leaves the rest to a new job, in one transaction.
   *
   * @throws AttemptSupersededError
   */
  abstract putOff(attempt: Attempt, next: NextJob): Promise<void>;
  /** Ends the processing of an unplayable trailer, with a sentence for the administrator. */
  abstract fail(attempt: Attempt, sentence: string, keepSource: boolean): Promise<void>;
  /**
   * Makes the trailer playable, and active unless a newer upload has been shown since.
   *
   * @throws AttemptSupersededError
   */
  abstract publish(attempt: Attempt, renditions: readonly NewRendition[]): Promise<void>;
  /**
   * Adds renditions to a playable trailer, and retires its provisional ones.
   *
   * @throws AttemptSupersededError
   */
  abstract extend(attempt: Attempt, renditions: readonly NewRendition[]): Promise<void>;
  /** Stores a sentence for the administrator about differences from the upload, replacing an earlier one. */
  abstract warn(attempt: Attempt, sentence: string): Promise<void>;
  /** Returns whether the trailer has no poster. */
  abstract lacksPoster(trailerId: string): Promise<boolean>;
  /** Gives the trailer a poster unless it already has one. */
  abstract showPoster(attempt: Attempt, posterId: string): Promise<void>;
  /**
   * Ends the processing of a playable trailer.
   *
   * @param warning a sentence for the administrator when something is missing; null otherwise
   * @throws AttemptSupersededError
   */
  abstract finish(attempt: Attempt, keepSource: boolean, warning: string | null): Promise<void>;
  /** Releases the objects of renditions that were retired a day ago to the sweep. */
  abstract releaseRetired(): Promise<void>;
  /** Enqueues a new job for each unfinished trailer that no job will take up again. */
  abstract resumeForgotten(): Promise<void>;
}
