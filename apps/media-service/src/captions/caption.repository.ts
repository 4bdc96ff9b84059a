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
  /** The captions that a command stored. */
  abstract findAdded(commandId: string): Promise<Caption | undefined>;
  /**
   * Stores captions in place of those in the same language. The same command stores once.
   *
   * @throws AppError `TRAILER_NOT_FOUND`, `TOO_MANY_CAPTIONS`
   */
  abstract put(caption: NewCaption, commandId: string): Promise<Caption>;
  /** False when the trailer has no such captions. */
  abstract remove(trailerId: string, id: string, commandId: string): Promise<boolean>;
  /** WebVTT, and whose it is. */
  abstract text(id: string): Promise<CaptionText | undefined>;
}
