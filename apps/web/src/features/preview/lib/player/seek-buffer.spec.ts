import type Hls from 'hls.js';
import { bufferLessWhileSeeking } from './seek-buffer.js';

const DESTROYING = 'hlsDestroying' as typeof Hls.Events.DESTROYING;

function start() {
  const config = { maxMaxBufferLength: 30 };
  const video = document.createElement('video');
  let destroy: () => void = () => undefined;
  const once = (event: string, listener: () => void) => {
    if (event === DESTROYING) destroy = listener;
  };
  bufferLessWhileSeeking({ config, once } as unknown as Hls, video, DESTROYING);
  return { config, video, destroy: () => destroy() };
}

it('buffers a few seconds until a seek shows its picture, even if the visitor seeks again', () => {
  const { config, video } = start();
  video.dispatchEvent(new Event('seeking'));
  video.dispatchEvent(new Event('seeking'));
  expect(config.maxMaxBufferLength).toBe(4);
  video.dispatchEvent(new Event('seeked'));
  expect(config.maxMaxBufferLength).toBe(30);
});

it('ignores seeks once the player is destroyed', () => {
  const { config, video, destroy } = start();
  destroy();
  video.dispatchEvent(new Event('seeking'));
  expect(config.maxMaxBufferLength).toBe(30);
});
