import type { PacketFacts } from '../probe/packet-scan.js';
import { clockMayJump, type SourceFacts, type VideoFacts } from '../probe/source-facts.js';

/** Repetition of the last frame, twice a second. All times are by the clock of the file. */
export interface Hold {
  /** Seconds after which the source has no frames. */
  readonly after: number;
  /** Seconds at which the last repeated frame begins. */
  readonly until: number;
  /** Usual duration of a frame in seconds. */
  readonly frame: number;
  /** Number of repeated frames; may exceed the need. */
  readonly pictures: number;
}

/** Planned end of a video. Players may wait forever if video and audio end at different times. */
export interface PlannedEnd {
  /** Seconds from the beginning of the file. */
  readonly seconds: number;
  /** Null if the video stream lasts until the end. */
  readonly hold: Hold | null;
}

/** Unnoticeable difference between the ends of video and audio, in seconds. */
export const END_TOLERANCE_SECONDS = 1;
/** Maximum usual frame duration in seconds, at a variable and at a constant frame rate. */
const UNEVEN_FRAME = 0.04;
const LONGEST_FRAME = 1;

function usualFrame({ frameRate, variableFrameRate }: VideoFacts): number {
  return Math.min(1 / (frameRate ?? 25), variableFrameRate ? UNEVEN_FRAME : LONGEST_FRAME);
}

/** Returns the seconds by which the times of decoded frames may exceed those of the packets. */
const lag = (frame: number): number => Math.min(2.5 * frame, 0.2);

/**
 * Plans the end of a video. The output ends with the video stream, and the audio is cut or padded to it. If the audio is
 * longer, or the file declares a longer last frame, the last frame is repeated.
 *
 * @returns null if the clock of the file jumps, which makes the end unknown before decoding
 */
export function planEnd(source: SourceFacts, { picture, sound }: PacketFacts): PlannedEnd | null {
  const { video, startSeconds, durationSeconds } = source;
  if (picture === null || (clockMayJump(source) && (picture.jumps || sound?.jumps))) return null;
  const start = startSeconds ?? 0;
  const frame = usualFrame(video);
  // Matroska declares the end of a stream, but rarely the duration of its last frame.
  const claimed = source.container.startsWith('matroska') ? (video.claimedSeconds ?? 0) : 0;
  const pictureEnd = Math.max(picture.end, picture.last + frame, Math.min(claimed, durationSeconds ?? 0));
  const soundEnd = sound?.end ?? pictureEnd;
  const seconds = (soundEnd > pictureEnd + END_TOLERANCE_SECONDS ? soundEnd : pictureEnd) - start;
  const last = picture.last - start;
  if (seconds - last <= frame + END_TOLERANCE_SECONDS) return { seconds, hold: null };
  const until = seconds - frame;
  const pictures = 2 * Math.ceil(until - last) + 10;
  return { seconds, hold: { after: last + lag(frame), until, frame, pictures } };
}
