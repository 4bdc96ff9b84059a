import type { PacketFacts } from '../probe/packet-scan.js';
import { clockMayLeap, type SourceFacts, type VideoFacts } from '../probe/source-facts.js';

/** How the last picture is held: as further pictures, two each second. All times are by the film's clock. */
export interface Hold {
  /** Seconds after which the source has no picture of its own. */
  readonly after: number;
  /** Seconds at which the last of the further pictures begins. */
  readonly until: number;
  /** Usual duration of a picture, in seconds. */
  readonly frame: number;
  /** Number of further pictures; at least as many as needed. */
  readonly pictures: number;
}

/** End of a film. Players may wait for ever if picture and sound end at different times. */
export interface FilmEnd {
  /** Seconds from the beginning of the file. */
  readonly seconds: number;
  /** Null when the picture itself lasts until the end. */
  readonly hold: Hold | null;
}

/** Seconds by which the ends of picture and sound may differ: viewers and players do not notice. */
export const END_TOLERANCE_SECONDS = 1;
/** Maximum usual seconds of a picture, at a variable frame rate and at a constant one. */
const UNEVEN_FRAME = 0.04;
const LONGEST_FRAME = 1;

function usualFrame({ frameRate, variableFrameRate }: VideoFacts): number {
  return Math.min(1 / (frameRate ?? 25), variableFrameRate ? UNEVEN_FRAME : LONGEST_FRAME);
}

/** Returns the seconds by which a decoder's times of pictures may exceed those of its packets. */
const lag = (frame: number): number => Math.min(2.5 * frame, 0.2);

/**
 * Plans the end of a film. It ends with its picture, and the sound is cut or padded to that. If the sound is
 * longer, or the last picture is to be held, that picture is held until then.
 *
 * @returns null when the file's clock leaps, because the end of decoding is then unknown beforehand
 */
export function planEnd(source: SourceFacts, { picture, sound }: PacketFacts): FilmEnd | null {
  const { video, startSeconds, durationSeconds } = source;
  if (picture === null || (clockMayLeap(source) && (picture.leaps || sound?.leaps))) return null;
  const start = startSeconds ?? 0;
  const frame = usualFrame(video);
  // Matroska states the end of a stream, but rarely how long its last picture is shown.
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
