import type { PacketFacts } from '../probe/packet-scan.js';
import { clockMayLeap, type SourceFacts, type VideoFacts } from '../probe/source-facts.js';

/** How the last picture is shown on: as further pictures, two each second. All by the clock of the film. */
export interface Hold {
  /** Seconds after which the source has no picture of its own. */
  readonly after: number;
  /** When the last of them begins. */
  readonly until: number;
  /** Seconds that a picture takes as a rule. */
  readonly frame: number;
  /** At least as many as are needed. */
  readonly pictures: number;
}

/** Where a film ends: a player that has the end of the picture but not of the sound, or the reverse, may wait for ever. */
export interface FilmEnd {
  /** Seconds from the beginning of the file. */
  readonly seconds: number;
  /** Null when the picture lasts until then by itself. */
  readonly hold: Hold | null;
}

/** Seconds by which the ends of picture and sound may differ: seen by nobody, and no player minds. */
export const ALIKE_SECONDS = 1;
/** Seconds that a picture takes at most where the rate is not even, and where it is. */
const UNEVEN_FRAME = 0.04;
const LONGEST_FRAME = 1;

function usualFrame({ frameRate, variableFrameRate }: VideoFacts): number {
  return Math.min(1 / (frameRate ?? 25), variableFrameRate ? UNEVEN_FRAME : LONGEST_FRAME);
}

/** Seconds by which a decoder's times of pictures may exceed those of its packets. */
const lag = (frame: number): number => Math.min(2.5 * frame, 0.2);

/**
 * The film ends with its picture, which the sound is cut or filled up to. Where the sound goes on, or the last picture
 * is to be held, that is held until then.
 *
 * @returns null when the file's clock leaps, so that nobody knows beforehand where decoding will end
 */
export function planEnd(source: SourceFacts, { picture, sound }: PacketFacts): FilmEnd | null {
  const { video, startSeconds, durationSeconds } = source;
  if (picture === null || (clockMayLeap(source) && (picture.leaps || sound?.leaps))) return null;
  const start = startSeconds ?? 0;
  const frame = usualFrame(video);
  // Matroska tells the end of a stream, but seldom how long its last picture is shown.
  const claimed = source.container.startsWith('matroska') ? (video.claimedSeconds ?? 0) : 0;
  const pictureEnd = Math.max(picture.end, picture.last + frame, Math.min(claimed, durationSeconds ?? 0));
  const soundEnd = sound?.end ?? pictureEnd;
  const seconds = (soundEnd > pictureEnd + ALIKE_SECONDS ? soundEnd : pictureEnd) - start;
  const last = picture.last - start;
  if (seconds - last <= frame + ALIKE_SECONDS) return { seconds, hold: null };
  const until = seconds - frame;
  const pictures = 2 * Math.ceil(until - last) + 10;
  return { seconds, hold: { after: last + lag(frame), until, frame, pictures } };
}
