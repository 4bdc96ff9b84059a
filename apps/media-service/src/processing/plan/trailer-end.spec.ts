import { facts } from '../../testing/source-facts.js';
import { planEnd } from './trailer-end.js';

const extent = (end: number, frameSeconds = 0.04, hasTimestampJump = false) => ({
  last: end - frameSeconds,
  end,
  hasTimestampJump,
});
const packets = (
  video: ReturnType<typeof extent> | null,
  audio: ReturnType<typeof extent> | null = null,
) => ({
  packets: 100,
  cuttable: true,
  longestKeyGap: 2,
  isTruncated: false,
  video,
  audio,
});

it.each([
  ['video without audio', packets(extent(90))],
  ['video that outlasts the audio', packets(extent(90), extent(40))],
  ['video and audio of almost the same length', packets(extent(90), extent(90.9))],
])('ends the trailer with the video, given %s', (_what, found) => {
  expect(planEnd(facts(), found)).toEqual({ seconds: 90, hold: null });
});

it('holds the last frame while the audio continues', () => {
  const end = planEnd(facts(), packets(extent(5), extent(50)));
  expect(end).toMatchObject({ seconds: 50, hold: { until: 49.96 } });
  expect(end?.hold?.after).toBeCloseTo(5.06, 2);
  expect(end?.hold?.frameCount).toBeGreaterThanOrEqual(46);
});

it('holds the last frame as long as the file states', () => {
  expect(planEnd(facts(), packets(extent(15, 10), extent(15)))).toMatchObject({
    seconds: 15,
    hold: { until: 14.96 },
  });
  const matroska = facts({ container: 'matroska,webm', durationSeconds: 15 }, { claimedSeconds: 15 });
  expect(planEnd(matroska, packets(extent(5)))).toMatchObject({ seconds: 15, hold: { until: 14.96 } });
  const slow = facts({}, { frameRate: 0.5 });
  expect(planEnd(slow, packets(extent(90, 2)))).toEqual({ seconds: 90, hold: null });
});

it('measures the end from the beginning of the file', () => {
  const late = facts({ startSeconds: 60 }, { startSeconds: 60 });
  expect(planEnd(late, packets(extent(90), extent(90)))).toEqual({ seconds: 30, hold: null });
});

it('leaves the end unknown when the timestamps of a stream format jump', () => {
  const jumping = packets(extent(90), extent(90, 0.02, true));
  expect(planEnd(facts({ container: 'mpegts' }), jumping)).toBeNull();
  expect(planEnd(facts(), jumping)).not.toBeNull();
  expect(planEnd(facts(), packets(null, extent(90)))).toBeNull();
});
