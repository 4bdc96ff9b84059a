import type { ClipReading } from './clip-reading.js';

/** One attempt to read the clip of a case. Only the latest attempt of a case can change it. */
export interface ClipAttempt {
  readonly caseId: string;
  readonly attemptId: string;
}

/** The clip of a case. */
export interface CaseClip {
  readonly key: string;
  readonly etag: string;
  /** Attempts whose worker died while a program was running on the clip. */
  readonly lostAttempts: number;
}

/** JPEG images of the clip and of the trailer at the same time. */
export interface CasePictures {
  readonly found: Buffer;
  readonly original: Buffer;
}

/** What an attempt read. */
export interface ReadClip {
  readonly reading: ClipReading;
  /** Length of the clip; null when it is unknown. */
  readonly seconds: number | null;
  /** Null if no version was read. */
  readonly pictures: CasePictures | null;
}
