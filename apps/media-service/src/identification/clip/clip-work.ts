import type { ClipThumbs } from '@secure-preview/marking';

/** Working folder, stop signal and callbacks for the reading of one clip. */
export interface ClipWork {
  /** Working folder. */
  readonly dir: string;
  readonly signal: AbortSignal;
  /** Called before the step `probe`, `match` or `read`. */
  readonly onStep: (step: 'probe' | 'match' | 'read') => Promise<void>;
  readonly onLength: (seconds: number) => Promise<void>;
  /** @param share completed share of the step, 0 to 1 */
  readonly onProgress: (share: number) => void;
}

/** A clip whose file was inspected. */
export interface InspectedClip {
  readonly file: string;
  /** Width by height as displayed. */
  readonly aspect: number;
  /** As its file states; null when that is unknown. */
  readonly statedSeconds: number | null;
}

/** A clip whose pictures were counted. */
export interface CountedClip extends InspectedClip {
  readonly thumbs: ClipThumbs;
  readonly seconds: number;
}
