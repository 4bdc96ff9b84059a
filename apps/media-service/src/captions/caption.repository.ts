import type { Caption } from './caption.js';

export interface NewCaption extends Caption {
  readonly trailerId: string;
  /** WebVTT. */
  readonly body: string;
}

export interface CaptionText {
  readonly body: string;
  readonly trailer: { readonly id: string; readonly shown: boolean };
}

export abstract class CaptionRepository {
  /** Returns the captions that a command stored. */
  abstract findAdded(commandId: string): Promise<Caption | undefined>;
  /**
   * Stores captions, replacing those in the same language. A repeated command stores nothing new.
   *
   * @throws AppError `TRAILER_NOT_FOUND`, `TOO_MANY_CAPTIONS`
   */
  abstract put(caption: NewCaption, commandId: string): Promise<Caption>;
  /** Returns false when the trailer has no such captions and this command has not removed them before. */
  abstract remove(trailerId: string, id: string, commandId: string): Promise<boolean>;
  /** Returns the WebVTT text and its trailer. */
  abstract text(id: string): Promise<CaptionText | undefined>;
}
