import { jest } from '@jest/globals';
import { playerCommands, runPlayerKey } from './player-commands.js';

const toggleFullscreen = jest.fn();
const toggleCaptions = jest.fn();
const press = (video: HTMLVideoElement, key: string, overrides: Partial<KeyboardEvent> = {}) =>
  runPlayerKey(
    { key, target: video, altKey: false, ctrlKey: false, metaKey: false, repeat: false, ...overrides },
    video,
    { toggleFullscreen, toggleCaptions },
  );

function createVideo(state: { paused?: boolean; currentTime?: number; duration?: number }) {
  const video = document.createElement('video');
  const play = jest.fn(() => Promise.resolve());
  const pause = jest.fn();
  Object.defineProperties(video, {
    paused: { value: state.paused ?? true },
    duration: { value: state.duration ?? 100, configurable: true },
    currentTime: { value: state.currentTime ?? 0, writable: true },
    readyState: { value: HTMLMediaElement.HAVE_METADATA, configurable: true },
    play: { value: play },
    pause: { value: pause },
  });
  return { video, play, pause };
}

beforeEach(() => toggleFullscreen.mockClear());
afterEach(() => jest.useRealTimers());

describe('the player', () => {
  it.each([' ', 'k', 'K'])('plays and pauses with %j', (key) => {
    const pausedVideo = createVideo({ paused: true });
    expect(press(pausedVideo.video, key)).toBe(true);
    expect(pausedVideo.play).toHaveBeenCalledTimes(1);
    const playingVideo = createVideo({ paused: false });
    press(playingVideo.video, key);
    expect(playingVideo.pause).toHaveBeenCalledTimes(1);
  });

  it('ignores the space key on a focused button', () => {
    const { video, play } = createVideo({});
    expect(press(video, ' ', { target: document.createElement('button') })).toBe(false);
    expect(play).not.toHaveBeenCalled();
  });

  it.each([
    ['ArrowRight', 50, 55],
    ['ArrowLeft', 50, 45],
    ['ArrowLeft', 2, 0],
    ['ArrowRight', 98, 100],
  ])('seeks with %s from %p s to %p s', (key, from, to) => {
    const { video } = createVideo({ currentTime: from });
    press(video, key);
    expect(video.currentTime).toBe(to);
  });

  it('applies the seeks of all earlier key presses once the video has loaded', () => {
    const { video } = createVideo({});
    Object.defineProperty(video, 'readyState', { value: HTMLMediaElement.HAVE_NOTHING });
    press(video, 'ArrowRight');
    press(video, 'ArrowRight');
    expect(video.currentTime).toBe(0);
    video.dispatchEvent(new Event('loadedmetadata'));
    video.dispatchEvent(new Event('loadedmetadata'));
    expect(video.currentTime).toBe(10);
  });

  it('seeks at once for each press of a key, and once a second while it is held', async () => {
    jest.useFakeTimers();
    const { video } = createVideo({ currentTime: 50 });
    press(video, 'ArrowRight');
    press(video, 'ArrowRight');
    expect(video.currentTime).toBe(60);
    for (let repeat = 0; repeat < 3; repeat += 1) press(video, 'ArrowRight', { repeat: true });
    expect(video.currentTime).toBe(65);
    await jest.advanceTimersByTimeAsync(1000);
    expect(video.currentTime).toBe(75);
  });

  it('restarts at the beginning, even if a resume position applies when the video loads', () => {
    const { video, play } = createVideo({});
    Object.defineProperty(video, 'readyState', { value: HTMLMediaElement.HAVE_NOTHING });
    video.addEventListener('loadedmetadata', () => {
      video.currentTime = 42;
    });
    playerCommands.restart(video);
    expect(play).toHaveBeenCalledTimes(1);
    video.dispatchEvent(new Event('loadedmetadata'));
    expect(video.currentTime).toBe(0);
  });

  it('mutes with m, and toggles fullscreen with f and captions with c', () => {
    const { video } = createVideo({});
    press(video, 'm');
    expect(video.muted).toBe(true);
    press(video, 'f');
    expect(toggleFullscreen).toHaveBeenCalledTimes(1);
    press(video, 'c');
    expect(toggleCaptions).toHaveBeenCalledTimes(1);
  });

  it('ignores all other keys', () => {
    const { video, play } = createVideo({});
    expect(press(video, 'k', { ctrlKey: true })).toBe(false);
    expect(press(video, 'Tab')).toBe(false);
    expect(play).not.toHaveBeenCalled();
  });
});
