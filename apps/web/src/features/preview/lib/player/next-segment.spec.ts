import type { Fragment } from 'hls.js';
import { nextSegment } from './next-segment.js';

type Playback = Parameters<typeof nextSegment>[0];

const segmentsOf = (duration: number) =>
  Array.from({ length: 10 }, (_, index) => ({
    type: 'main',
    level: 0,
    sn: index + 1,
    start: index * duration,
    duration,
  }));

function playbackOf(duration: number, { nextLoadLevel = 0, maxMaxBufferLength = 30 } = {}): Playback {
  const details = { startSN: 1, fragments: segmentsOf(duration) };
  return { levels: [{ details }], nextLoadLevel, config: { maxMaxBufferLength } } as unknown as Playback;
}

function videoAt(currentTime: number, [start, end] = [0, 0]) {
  const buffered = { length: 1, start: () => start, end: () => end } as unknown as TimeRanges;
  return { currentTime, buffered, readyState: HTMLMediaElement.HAVE_FUTURE_DATA as number };
}
const segment = (sn: number | 'initSegment', type = 'main') => ({ type, level: 0, sn }) as Fragment;

it('returns the next short segment of the same rendition', () => {
  const playback = playbackOf(0.5);
  expect(nextSegment(playback, videoAt(0), segment(6))).toMatchObject({ type: 'main', sn: 7 });
});

it('returns nothing that is needed soon, at the beginning and after a seek', () => {
  const playback = playbackOf(0.5);
  expect(nextSegment(playback, videoAt(0), segment(1))).toBeUndefined();
  expect(nextSegment(playback, videoAt(0), segment(4))).toBeUndefined();
  expect(nextSegment(playback, videoAt(0), segment(5))).toBeDefined();
  expect(nextSegment(playback, videoAt(1), segment(6))).toBeUndefined();
  expect(nextSegment(playback, videoAt(1), segment(7))).toBeDefined();
});

it('returns nothing after long segments, audio, the initialisation or the last segment', () => {
  expect(nextSegment(playbackOf(0.5), videoAt(0), segment(6, 'audio'))).toBeUndefined();
  expect(nextSegment(playbackOf(2), videoAt(0), segment(6))).toBeUndefined();
  expect(nextSegment(playbackOf(0.5), videoAt(0), segment('initSegment'))).toBeUndefined();
  expect(nextSegment(playbackOf(0.5), videoAt(0), segment(10))).toBeUndefined();
});

it('returns nothing beyond the buffer of hls.js, or what is buffered', () => {
  const seeking = playbackOf(0.5, { maxMaxBufferLength: 4 });
  expect(nextSegment(seeking, videoAt(0), segment(7))).toBeDefined();
  expect(nextSegment(seeking, videoAt(0), segment(8))).toBeUndefined();
  expect(nextSegment(seeking, videoAt(0.1), segment(8))).toBeDefined();
  expect(nextSegment(seeking, videoAt(0, [3, 4]), segment(6))).toBeUndefined();
  expect(nextSegment(seeking, videoAt(0, [3, 4]), segment(5))).toBeDefined();
});

it('returns nothing while the video waits for a segment', () => {
  const video = { ...videoAt(0), readyState: HTMLMediaElement.HAVE_CURRENT_DATA };
  expect(nextSegment(playbackOf(0.5), video, segment(6))).toBeUndefined();
});

it('returns nothing if hls.js is about to switch to another rendition', () => {
  const switching = playbackOf(0.5, { nextLoadLevel: 1 });
  expect(nextSegment(switching, videoAt(0), segment(6))).toBeUndefined();
});
