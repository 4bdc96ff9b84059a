import { jest } from '@jest/globals';
import { finishSeek, positionOf, SEEK_REQUESTED, seekNow, seekPaced } from './seeks.js';

const sought: number[] = [];
let video: HTMLVideoElement;

beforeEach(() => {
  jest.useFakeTimers();
  sought.length = 0;
  video = document.createElement('video');
  Object.defineProperties(video, {
    currentTime: { get: () => sought.at(-1) ?? 0, set: (seconds: number) => void sought.push(seconds) },
    readyState: { value: HTMLMediaElement.HAVE_METADATA, configurable: true },
  });
});
afterEach(() => jest.useRealTimers());

it('paces seeks to one a second, the first at once and always to the latest position', async () => {
  for (let step = 1; step <= 25; step += 1) {
    seekPaced(video, step);
    await jest.advanceTimersByTimeAsync(100);
  }
  expect(sought).toEqual([1, 10, 20]);
  await jest.advanceTimersByTimeAsync(500);
  expect(sought).toEqual([1, 10, 20, 25]);
});

it('seeks as soon as the slider is released, and only once', async () => {
  seekPaced(video, 10);
  seekPaced(video, 20);
  finishSeek(video);
  expect(sought).toEqual([10, 20]);
  finishSeek(video);
  await jest.advanceTimersByTimeAsync(3000);
  expect(sought).toEqual([10, 20]);
});

it('tells the position for which a seek waits', () => {
  const requested: number[] = [];
  video.addEventListener(SEEK_REQUESTED, () => requested.push(positionOf(video)));
  seekPaced(video, 10);
  seekPaced(video, 20);
  expect([requested, sought]).toEqual([[10, 20], [10]]);
});

it('drops a seek that waits for another one, or whose source was replaced', async () => {
  seekPaced(video, 10);
  seekPaced(video, 20);
  seekNow(video, 30);
  await jest.advanceTimersByTimeAsync(3000);
  expect(sought).toEqual([10, 30]);
  seekPaced(video, 40);
  seekPaced(video, 50);
  Object.defineProperty(video, 'readyState', { value: HTMLMediaElement.HAVE_NOTHING });
  await jest.advanceTimersByTimeAsync(3000);
  expect(sought).toEqual([10, 30, 40]);
});
