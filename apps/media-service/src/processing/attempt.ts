import type { RenditionKind } from '@secure-preview/contracts';
import type { TrailerJobName } from '../job-queue/enqueue.js';

export interface Source {
  readonly key: string;
  readonly etag: string;
  /**
   * Attempts, since the last progress, whose worker died while a program was running on the upload. Another
   * trailer's file may have been the cause.
   */
  readonly lostAttempts: number;
  /** Seconds of a marked segment; null to leave the trailer unmarked. */
  readonly markSegmentSeconds: number | null;
  /** Renditions made by earlier attempts that are already playable. */
  readonly published: readonly PublishedRendition[];
}

export interface PublishedRendition {
  readonly kind: RenditionKind;
  /** Height of the rung; null for audio. */
  readonly rungHeight: number | null;
  /** Whether the rendition is a copy of the upload that the full ladder replaces. */
  readonly provisional: boolean;
  /** End times of its segments in seconds. */
  readonly cuts: readonly number[];
}

/** An object in the store. */
export interface SegmentObject {
  readonly objectKey: string;
  readonly bytes: number;
  /** Initialisation vector; null when the segment is not encrypted. */
  readonly iv: Buffer | null;
}

export interface StoredSegment extends SegmentObject {
  readonly name: string;
  /** Null for the initialisation segment. */
  readonly durationSeconds: number | null;
  /** The second variant of a marked segment; null if everybody is sent the same object. */
  readonly twin: SegmentObject | null;
}

/** A rendition whose segments are stored but not yet published. */
export interface NewRendition {
  readonly id: string;
  readonly kind: 'video' | 'audio';
  readonly rungHeight: number | null;
  readonly width: number | null;
  readonly height: number | null;
  /** Frames per second; null when unknown and for audio. */
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
  /** Null while the time cannot be estimated. */
  readonly secondsLeft: number | null;
}

/** The job that continues when an attempt ends before the work is done. */
export interface NextJob {
  readonly job: TrailerJobName;
  /** Step shown to the administrator during the wait; null while the job waits for its turn. */
  readonly step: string | null;
  readonly delaySeconds: number;
  /** Whether only one such job may run at a time, across all workers. */
  readonly alone: boolean;
  readonly storageWaits: number;
}
