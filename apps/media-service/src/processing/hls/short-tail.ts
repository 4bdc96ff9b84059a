import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface ListedSegment {
  readonly name: string;
  readonly durationSeconds: number;
}

/**
 * Seconds. hls.js looks up fragments with a tolerance of 0.25 s. It may mistake a shorter last fragment for
 * the previous one, and then playback would never end.
 */
const MIN_TAIL_SECONDS = 0.5;

/**
 * Joins a very short last segment to the previous one. A segment may hold several fragments (RFC 8216, 3.3).
 * All sizes end with the same frames, so they stay aligned.
 */
export async function joinShortTail(
  dir: string,
  segments: readonly ListedSegment[],
): Promise<readonly ListedSegment[]> {
  const tail = segments.at(-1);
  const previous = segments.at(-2);
  if (tail === undefined || previous === undefined || tail.durationSeconds >= MIN_TAIL_SECONDS)
    return segments;
  await appendFile(join(dir, previous.name), await readFile(join(dir, tail.name)));
  await rm(join(dir, tail.name));
  const joined = { name: previous.name, durationSeconds: previous.durationSeconds + tail.durationSeconds };
  return [...segments.slice(0, -2), joined];
}
