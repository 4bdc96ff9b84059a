import type { SourceFacts } from '../probe/source-facts.js';
import { planProcessing, planStages } from './processing-plan.js';

const source = (width: number, height: number, bitRate = 8_000_000): SourceFacts => ({
  video: {
    index: 0,
    codec: 'h264',
    profile: 'High',
    level: 40,
    width,
    height,
    pixelFormat: 'yuv420p',
    interlaced: false,
    pixelAspect: 1,
    rotation: 0,
    frameRate: 24,
    exactRate: '24/1',
    variableFrameRate: false,
    transfer: null,
    claimedSeconds: 90,
    startSeconds: 0,
  },
  audio: null,
  container: 'mov,mp4',
  durationSeconds: 90,
  bitRate,
  startSeconds: 0,
});
const rungHeight = (rungs: readonly { rungHeight: number }[] | undefined) =>
  rungs?.map((rung) => rung.rungHeight);
const published = (kind: 'video' | 'audio', rung: number | null, provisional = false) => ({
  kind,
  rungHeight: rung,
  provisional,
  cuts: [],
});

it('copies a compatible source first and makes all sizes afterwards', () => {
  const { first, rest } = planProcessing(source(1920, 1080), true, []);
  expect(first).toEqual({ by: 'copying', provisional: true });
  expect(rungHeight(rest?.rungs)).toEqual([1080, 720, 480, 240]);
  expect(rest?.withAudio).toBe(true);
});

it('keeps a small copy, unless its bit rate is high', () => {
  expect(planProcessing(source(640, 360, 1_000_000), true, [])).toEqual({
    first: { by: 'copying', provisional: false },
    rest: null,
  });
  expect(planProcessing(source(854, 480, 2_500_000), true, []).rest).toBeNull();
  expect(planProcessing(source(854, 480, 2_500_001), true, []).rest).not.toBeNull();
});

it('encodes a height of 480 and the audio first', () => {
  const { first, rest } = planProcessing(source(1920, 1080), false, []);
  expect(first?.by === 'encoding' && rungHeight(first.rungs)).toEqual([480]);
  expect(rungHeight(rest?.rungs)).toEqual([1080, 720, 240]);
  expect(rest?.withAudio).toBe(false);
});

it('encodes all sizes of a small source at once', () => {
  const { first, rest } = planProcessing(source(854, 480), false, []);
  expect(first?.by === 'encoding' && rungHeight(first.rungs)).toEqual([480, 240]);
  expect(rest).toBeNull();
  expect(planProcessing(source(320, 180), false, []).rest).toBeNull();
});

it('makes the renditions that earlier attempts did not finish', () => {
  const after = (...finished: ReturnType<typeof published>[]) =>
    planProcessing(source(1920, 1080), false, finished);
  expect(rungHeight(after(published('video', 480), published('audio', null)).rest?.rungs)).toEqual([
    1080, 720, 240,
  ]);
  expect(rungHeight(after(published('video', 1080, true)).rest?.rungs)).toEqual([1080, 720, 480, 240]);
  expect(after(published('video', 1080, true)).rest?.withAudio).toBe(true);
  const all = [1080, 720, 480, 240].map((rung) => published('video', rung));
  expect(after(...all)).toEqual({ first: null, rest: null });
});

it('begins a marked trailer with its smallest size, never with a copy', () => {
  const { first, rest } = planProcessing(source(1920, 1080), true, [], true);
  expect(first?.by === 'encoding' && rungHeight(first.rungs)).toEqual([240]);
  expect(rungHeight(rest?.rungs)).toEqual([1080, 720, 480]);
  expect(rest?.withAudio).toBe(false);
  const small = planProcessing(source(320, 180, 100_000), true, [], true);
  expect(small.first?.by === 'encoding' && rungHeight(small.first.rungs)).toEqual([240]);
  expect(small.rest).toBeNull();
  const after = planProcessing(source(1920, 1080), true, [published('video', 240)], true);
  expect(after.first).toBeNull();
  expect(rungHeight(after.rest?.rungs)).toEqual([1080, 720, 480]);
});

it('gives the stages of a plan a total weight of 100', () => {
  for (const copyable of [true, false]) {
    const facts = source(1920, 1080);
    const stages = planStages(facts, planProcessing(facts, copyable, []));
    expect(stages.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(100, 6);
  }
});
