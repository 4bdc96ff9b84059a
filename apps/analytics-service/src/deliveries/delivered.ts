/** The part of one trailer that was sent to a lead. */
export interface Delivered {
  readonly trailerId: string;
  /** Seconds of video; what was sent twice counts once. */
  readonly seconds: number;
  /** Share of the trailer, 0 to 1; null when its length is not known. */
  readonly share: number | null;
}
