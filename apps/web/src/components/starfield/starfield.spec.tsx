import { jest } from '@jest/globals';
import { act, render, waitFor } from '@testing-library/react';
import Starfield from './starfield.js';

const messages: { type: string; isMoving?: boolean }[] = [];
const isMoving = () => messages.findLast(({ type }) => type === 'motion')?.isMoving;

class RecordingWorker {
  postMessage(message: { type: string }) {
    messages.push(message);
  }
  terminate() {}
}

beforeEach(() => {
  jest.useFakeTimers();
  messages.length = 0;
  Object.assign(globalThis, { Worker: RecordingWorker });
  Object.assign(HTMLCanvasElement.prototype, { transferControlToOffscreen: () => ({}) });
});
afterEach(() => jest.useRealTimers());

function addVideo() {
  const video = document.body.appendChild(document.createElement('video'));
  return { video, fire: (type: string) => act(() => void video.dispatchEvent(new Event(type))) };
}

it('moves the sky only after the page had time to load', () => {
  render(<Starfield />);
  jest.advanceTimersByTime(4999);
  expect(isMoving()).toBeUndefined();
  jest.advanceTimersByTime(1);
  expect(isMoving()).toBe(true);
});

it('stops the sky while a video plays', () => {
  render(<Starfield />);
  jest.advanceTimersByTime(5000);
  const { fire } = addVideo();
  fire('play');
  expect(isMoving()).toBe(false);
  fire('pause');
  expect(isMoving()).toBe(true);
});

it('moves the sky again when a playing video was removed from the page', () => {
  render(<Starfield />);
  jest.advanceTimersByTime(5000);
  const { video, fire } = addVideo();
  fire('play');
  video.remove();
  fire('pause');
  expect(isMoving()).toBe(true);
});

it('keeps the sky still when a video already plays once the page has loaded', () => {
  render(<Starfield />);
  addVideo().fire('play');
  jest.advanceTimersByTime(5000);
  expect(isMoving()).toBe(false);
});

it('paints on the page where a worker cannot', async () => {
  jest.useRealTimers();
  Object.assign(globalThis, { Worker: undefined });
  const getContext = jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  render(<Starfield />);
  await waitFor(() => expect(getContext).toHaveBeenCalledWith('2d'));
});
