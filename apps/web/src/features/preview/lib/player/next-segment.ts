import type Hls from 'hls.js';
import type { Fragment } from 'hls.js';

/** Segments of at least this duration, in seconds, wait for too few round trips to be requested early. */
const LONG_SEGMENT_SECONDS = 2;
/**
 * Segments from the position to the first one that may be requested early. Segments that share the connection, or a
 * busy processor, delay the one that is needed first: up to three arrive together.
 */
const MIN_SEGMENTS_AHEAD = 5;

/** Properties of hls.js that determine the next segment. */
type Playback = Pick<Hls, 'levels' | 'nextLoadLevel' | 'config'>;

/**
 * Returns the segment after a given one that may be requested while that one still loads: a short one of the same
 * rendition of video, which hls.js would buffer next.
 */
export function nextSegment(
  hls: Playback,
  { currentTime, buffered, readyState }: Pick<HTMLVideoElement, 'currentTime' | 'buffered' | 'readyState'>,
  { type, level, sn }: Fragment,
): Fragment | undefined {
  // While the video waits for a segment, the connection is left to that one.
  if (sn === 'initSegment' || readyState < HTMLMediaElement.HAVE_FUTURE_DATA) return undefined;
  if (type !== 'main' || level !== hls.nextLoadLevel) return undefined;
  const details = hls.levels[level]?.details;
  const next = details?.fragments[sn + 1 - details.startSN];
  if (!next || next.duration >= LONG_SEGMENT_SECONDS) return undefined;
  const secondsAhead = next.start - currentTime;
  if (secondsAhead < MIN_SEGMENTS_AHEAD * next.duration) return undefined;
  if (secondsAhead >= hls.config.maxMaxBufferLength) return undefined;
  return isBuffered(buffered, next.start + next.duration / 2) ? undefined : next;
}

function isBuffered(buffered: TimeRanges, time: number): boolean {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= time && time < buffered.end(index)) return true;
  }
  return false;
}
