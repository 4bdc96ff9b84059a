import { segmentsByName, segmentWindow } from './rendition.js';

/** Names of the segments that are signed together. */
function signedTogether(durations: (number | null)[], first: number, marked = false): string[] {
  const segments = durations.map((durationSeconds, index) => ({
    name: String(index),
    objectKey: `key ${index}`,
    durationSeconds,
    iv: null,
    twinKey: null,
    twinIv: null,
  }));
  const byName = segmentsByName(segments);
  const found = byName.get(String(first));
  if (found === undefined) throw new Error('no such segment');
  return segmentWindow(segments, byName, found, marked).map(({ name }) => name);
}

describe('the segments that are signed together', () => {
  it('begin within 32 seconds, also after the initialisation segment', () => {
    const durations = [null, ...Array<number>(20).fill(4)];
    expect(signedTogether(durations, 0)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
    expect(signedTogether(durations, 3)).toEqual(['3', '4', '5', '6', '7', '8', '9', '10']);
  });

  it('are at most 32', () => {
    expect(signedTogether([null, ...Array<number>(100).fill(0.5)], 1)).toHaveLength(32);
  });

  it('also cover 32 seconds of a marked rendition with segments of half a second', () => {
    const durations = [null, ...Array<number>(100).fill(0.5)];
    expect(signedTogether(durations, 1, true)).toHaveLength(64);
    expect(signedTogether(durations, 0, true)).toHaveLength(64);
  });

  it('always include the requested segment, and end with the rendition', () => {
    expect(signedTogether([null, 40, 40, 5], 1)).toEqual(['1']);
    expect(signedTogether([null, 40, 40, 5], 3)).toEqual(['3']);
  });
});
