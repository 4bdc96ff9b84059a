import type { TrailerJobName } from '../jobs/enqueue.js';

export interface Source {
  readonly key: string;
  readonly etag: string;
  /**
   * Attempts since the last one that got on whose worker died while a program was at work on the upload: another
   * trailer's file may have been to blame.
   */
  readonly lostAttempts: number;
  /** What can be played already, made by earlier attempts. */
  readonly published: readonly PublishedRendition[];
}

export interface PublishedRendition {
  readonly kind: 'video' | 'audio' | 'muxed';
  /** Height of the box that the picture fits; null for sound. */
  readonly rungHeight: number | null;
  /** A copy of the upload, to be retired once the others are made. */
  readonly provisional: boolean;
  /** Seconds at which its segments end, counted from its beginning. */
  readonly cuts: readonly number[];
}

export interface StoredSegment {
  readonly name: string;
  readonly objectKey: string;
  readonly bytes: number;
  /** Null for the initialisation segment. */
  readonly durationSeconds: number | null;
  /** Initialisation vector of an encrypted segment; null when it is not. */
  readonly iv: Buffer | null;
}

/** A rendition whose segments are stored, of which nobody knows yet. */
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

/** One go at processing a trailer. Only the latest attempt of a trailer can change it. */
export interface Attempt {
  readonly trailerId: string;
  readonly attemptId: string;
}

export interface Progress {
  readonly step: string;
  /** Percent of the whole. */
  readonly percent: number;
  /** Null when it cannot be told yet. */
  readonly secondsLeft: number | null;
}

/** What is to be done for a trailer when an attempt ends without having done it. */
export interface NextJob {
  readonly job: TrailerJobName;
  /** What the administrator is told of the wait; null for its turn. */
  readonly step: string | null;
  readonly delaySeconds: number;
  /** Whether only one such job may be worked at, by all workers. */
  readonly alone: boolean;
  readonly storageWaits: number;
}

export abstract class ProcessingRepository {
  /**
   * Begins an attempt and gives what earlier ones left in the store to the sweep. Undefined when the trailer is
   * gone or nothing is left to be done for it by such a job.
   */
  abstract begin(attempt: Attempt, job: TrailerJobName): Promise<Source | undefined>;
  /** False when the attempt counts no more. */
  abstract report(attempt: Attempt, progress: Progress): Promise<boolean>;
  /** The key of a trailer's segments, wrapped: the one given, unless the trailer has one already. */
  abstract key(trailerId: string, wrapped: Buffer): Promise<Buffer>;
  /** Ends the attempt and leaves the trailer to the next one. */
  abstract release(attempt: Attempt): Promise<void>;
  /**
   * Ends the attempt and leaves the rest to a job that exists once this is committed.
   *
   * @throws AttemptSupersededError
   */
  abstract putOff(attempt: Attempt, next: NextJob): Promise<void>;
  /** Ends processing of what cannot be played with a sentence for the administrator. */
  abstract fail(attempt: Attempt, sentence: string, keepSource: boolean): Promise<void>;
  /**
   * Makes the trailer playable and, unless a newer upload was shown since, the active one.
   *
   * @throws AttemptSupersededError
   */
  abstract publish(attempt: Attempt, renditions: readonly NewRendition[]): Promise<void>;
  /**
   * Adds renditions to a trailer that can be played already, and retires its provisional ones.
   *
   * @throws AttemptSupersededError
   */
  abstract extend(attempt: Attempt, renditions: readonly NewRendition[]): Promise<void>;
  /** Leaves a sentence for the administrator about what will not be as in the upload, in place of an earlier one. */
  abstract warn(attempt: Attempt, sentence: string): Promise<void>;
  /** Whether the trailer shows no poster. */
  abstract lacksPoster(trailerId: string): Promise<boolean>;
  /** Gives the trailer a poster unless it has one by now. */
  abstract showPoster(attempt: Attempt, posterId: string): Promise<void>;
  /**
   * Ends the processing of a trailer that can be played.
   *
   * @param warning a sentence for the administrator when not all was made; null when all is well
   * @throws AttemptSupersededError
   */
  abstract finish(attempt: Attempt, keepSource: boolean, warning: string | null): Promise<void>;
  /** Gives the objects of renditions that were retired a day ago to the sweep. */
  abstract releaseRetired(): Promise<void>;
  /** Gives unfinished trailers that no job will take up again a new one. */
  abstract resumeForgotten(): Promise<void>;
}
