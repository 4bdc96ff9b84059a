/** Facts about the video stream of an upload. */
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
  /** Clockwise rotation in degrees that a player applies: 0, 90, 180 or 270. */
  readonly rotation: number;
  /** Mean frames per second; null when unknown. */
  readonly frameRate: number | null;
  /** Frames per second of evenly spaced frames as an exact ratio such as `30000/1001`; null when unknown. */
  readonly exactRate: string | null;
  /** Whether frames are unevenly spaced. */
  readonly variableFrameRate: boolean;
  /** ITU-T H.273 transfer function by ffmpeg's name, such as `smpte2084`. */
  readonly transfer: string | null;
  /** Length in seconds that the container states for this stream. */
  readonly claimedSeconds: number | null;
  /** Time of the first frame in seconds, in the file's timestamps. */
  readonly startSeconds: number | null;
}

export interface AudioFacts {
  readonly index: number;
  readonly codec: string;
  readonly profile: string;
  readonly channels: number;
  /** Start of the audio in seconds, in the file's timestamps. */
  readonly startSeconds: number | null;
}

/** Facts about an upload, as reported by ffprobe. */
export interface SourceFacts {
  readonly video: VideoFacts;
  readonly audio: AudioFacts | null;
  /** ffmpeg's names of the container's format, such as `matroska,webm`. */
  readonly container: string;
  /** Length of the whole file; null when the container does not state it. */
  readonly durationSeconds: number | null;
  /** Bits per second; null when unknown. */
  readonly bitRate: number | null;
  /** Start of the earliest stream in seconds, in the file's timestamps. */
  readonly startSeconds: number | null;
}

/** Returns width and height as displayed: with square pixels, then rotated. */
export function displaySize({ width, height, pixelAspect, rotation }: VideoFacts): {
  width: number;
  height: number;
} {
  const square = { width: Math.round(width * pixelAspect), height };
  return rotation % 180 === 0 ? square : { width: square.height, height: square.width };
}

/** Returns whether the transfer function is PQ or HLG, which encode high dynamic range. */
export const isHdr = ({ transfer }: VideoFacts): boolean =>
  transfer === 'smpte2084' || transfer === 'arib-std-b67';

/** Returns whether ffmpeg corrects timestamp jumps in this container (its flag `AVFMT_TS_DISCONT`). */
export const mayHaveTimestampJumps = ({ container }: SourceFacts): boolean => /mpeg|ogg|flv/.test(container);
