/** Which pictures of a trailer belong to which segment, and which of them are compared. */
export interface SegmentFrames {
  /** Segment of each picture. */
  readonly segment: Uint32Array;
  /** 1 for pictures that are looked at. */
  readonly sampled: Uint8Array;
  /** 1 for the first and the last picture of a segment, which may be taken for one of the neighbour. */
  readonly border: Uint8Array;
}

/** Pictures of a segment that are compared, for each half second of it. */
const SAMPLES_A_HALF_SECOND = 4;

/** @param starts seconds at which the segments begin, in order */
export function segmentFrames(starts: readonly number[], frames: number, fps: number): SegmentFrames {
  const segment = new Uint32Array(frames);
  const sampled = new Uint8Array(frames);
  const border = new Uint8Array(frames);
  starts.forEach((start, at) => {
    const first = Math.min(frames, Math.ceil(start * fps - 0.5));
    const next = starts[at + 1];
    const end = next === undefined ? frames : Math.min(frames, Math.ceil(next * fps - 0.5));
    const length = end - first;
    if (length <= 0) return;
    segment.fill(at, first, end);
    border[first] = 1;
    border[end - 1] = 1;
    const samples = Math.min(16, Math.max(4, Math.round((2 * SAMPLES_A_HALF_SECOND * length) / fps)));
    for (let n = 0; n < samples; n++) sampled[first + Math.floor(((n + 0.5) * length) / samples)] = 1;
  });
  return { segment, sampled, border };
}
