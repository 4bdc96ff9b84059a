import type { PacketFacts } from '../probe/packet-scan.js';
import { mayHaveTimestampJumps, type SourceFacts, type VideoFacts } from '../probe/source-facts.js';

/**
 * Plan for holding the last frame by repeating it twice per second. Times count from the trailer's beginning.
 */
export interface Hold {
  /** Seconds after which the source has no more frames. */
  readonly after: number;
  /** Start of the last repeated frame, in seconds. */
  readonly until: number;
  /** Nominal duration of a frame in seconds. */
  readonly frame: number;
  /** Upper bound for the number of repeated frames. */
  readonly frameCount: number;
}

/** End of the trailer. Players may wait forever if video and audio end at different times. */
export interface TrailerEnd {
  /** Seconds from the beginning of the file. */
  readonly seconds: number;
  /** Null when the video lasts until the end. */
  readonly hold: Hold | null;
}

/** Seconds by which the ends of video and audio may differ unnoticed. */
export const END_TOLERANCE_SECONDS = 1;
/** Maximum nominal frame duration in seconds at a variable frame rate. */
const MAX_VARIABLE_FRAME_SECONDS = 0.04;
/** Maximum nominal frame duration in seconds at a constant frame rate. */
const MAX_CONSTANT_FRAME_SECONDS = 1;

function nominalFrameSeconds({ frameRate, variableFrameRate }: VideoFacts): number {
  return Math.min(
    1 / (frameRate ?? 25),
    variableFrameRate ? MAX_VARIABLE_FRAME_SECONDS : MAX_CONSTANT_FRAME_SECONDS,
  );
}

/** Returns the seconds by which decoded frame times may exceed packet times. */
const decoderLag = (frame: number): number => Math.min(2.5 * frame, 0.2);

/**
 * Plans the end of the trailer. It ends with the video, and the audio is cut or padded. The last frame is
 * held if the audio is longer or the file states a later end.
 *
 * @returns null when timestamps jump, because the end is then unknown before decoding
 */
export function planEnd(
  source: SourceFacts,
  { video: videoExtent, audio: audioExtent }: PacketFacts,
): TrailerEnd | null {
  const { video, startSeconds, durationSeconds } = source;
  if (
    videoExtent === null ||
    (mayHaveTimestampJumps(source) && (videoExtent.hasTimestampJump || audioExtent?.hasTimestampJump))
  )
    return null;
  const start = startSeconds ?? 0;
  const frame = nominalFrameSeconds(video);
  // Matroska states the end of a stream, but rarely the duration of its last frame.
  const claimed = source.container.startsWith('matroska') ? (video.claimedSeconds ?? 0) : 0;
  const videoEnd = Math.max(
    videoExtent.end,
    videoExtent.last + frame,
    Math.min(claimed, durationSeconds ?? 0),
  );
  const audioEnd = audioExtent?.end ?? videoEnd;
  const seconds = (audioEnd > videoEnd + END_TOLERANCE_SECONDS ? audioEnd : videoEnd) - start;
  const last = videoExtent.last - start;
  if (seconds - last <= frame + END_TOLERANCE_SECONDS) return { seconds, hold: null };
  const until = seconds - frame;
  const frameCount = 2 * Math.ceil(until - last) + 10;
  return { seconds, hold: { after: last + decoderLag(frame), until, frame, frameCount } };
}
