/** What is known of an upload's picture. */
export interface VideoFacts {
  readonly index: number;
  readonly codec: string;
  readonly profile: string;
  readonly level: number;
  /** As coded, before rotation and pixel aspect. */
  readonly width: number;
  readonly height: number;
  readonly pixelFormat: string;
  readonly interlaced: boolean;
  /** Width of a pixel divided by its height. */
  readonly pixelAspect: number;
  /** Degrees clockwise by which a player turns the picture: 0, 90, 180 or 270. */
  readonly rotation: number;
  /** Mean frames per second; null when unknown. */
  readonly frameRate: number | null;
  /** Frames are not evenly spaced. */
  readonly variableFrameRate: boolean;
  /** ITU-T H.273 transfer function by ffmpeg's name, such as `smpte2084`. */
  readonly transfer: string | null;
  /** Seconds that the container claims for this stream. */
  readonly claimedSeconds: number | null;
  /** When the first picture is shown, by the file's own clock. */
  readonly startSeconds: number | null;
}

export interface AudioFacts {
  readonly index: number;
  readonly codec: string;
  readonly profile: string;
  readonly channels: number;
  /** When the sound begins, by the file's own clock. */
  readonly startSeconds: number | null;
}

/** What ffprobe tells of an upload. */
export interface SourceFacts {
  readonly video: VideoFacts;
  readonly audio: AudioFacts | null;
  /** ffmpeg's names of the container's format, such as `matroska,webm`. */
  readonly container: string;
  /** Of the whole file; null when the container does not tell. */
  readonly durationSeconds: number | null;
  /** Bits per second; null when unknown. */
  readonly bitRate: number | null;
  /** When the earliest stream begins, by the file's own clock. */
  readonly startSeconds: number | null;
}

/** Width and height as they are shown: pixels made square, then turned. */
export function shownSize({ width, height, pixelAspect, rotation }: VideoFacts): {
  width: number;
  height: number;
} {
  const square = { width: Math.round(width * pixelAspect), height };
  return rotation % 180 === 0 ? square : { width: square.height, height: square.width };
}

/** PQ and HLG carry high dynamic range. */
export const isHdr = ({ transfer }: VideoFacts): boolean =>
  transfer === 'smpte2084' || transfer === 'arib-std-b67';

/** Broadcasts and streams, whose clock ffmpeg sets right where it leaps (its flag `AVFMT_TS_DISCONT`). */
export const clockMayLeap = ({ container }: SourceFacts): boolean => /mpeg|ogg|flv/.test(container);
