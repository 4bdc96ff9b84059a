import { jest } from '@jest/globals';
import { playerCommands, runPlayerKey } from './player-commands.js';

const fullscreen = jest.fn();
const captions = jest.fn();
const press = (video: HTMLVideoElement, key: string, over: Partial<KeyboardEvent> = {}) =>
  runPlayerKey({ key, target: video, altKey: false, ctrlKey: false, metaKey: false, ...over }, video, {
    toggleFullscreen: fullscreen,
    toggleCaptions: captions,
  });

function videoOf(state: { paused?: boolean; currentTime?: number; duration?: number }) {
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

beforeEach(() => fullscreen.mockClear());

describe('the player’s keys', () => {
  it.each([' ', 'k', 'K'])('plays and pauses with %j', (key) => {
    const resting = videoOf({ paused: true });
    expect(press(resting.video, key)).toBe(true);
    expect(resting.play).toHaveBeenCalledTimes(1);
    const running = videoOf({ paused: false });
    press(running.video, key);
    expect(running.pause).toHaveBeenCalledTimes(1);
  });

  it('leaves space to a focused button', () => {
    const { video, play } = videoOf({});
    expect(press(video, ' ', { target: document.createElement('button') })).toBe(false);
    expect(play).not.toHaveBeenCalled();
  });

  it.each([
    ['ArrowRight', 50, 55],
    ['ArrowLeft', 50, 45],
    ['ArrowLeft', 2, 0],
    ['ArrowRight', 98, 100],
  ])('handles %s by seeking from %p s to %p s', (key, from, to) => {
    const { video } = videoOf({ currentTime: from });
    press(video, key);
    expect(video.currentTime).toBe(to);
  });

  it('seeks once the film has loaded, as often as the key was pressed', () => {
    const { video } = videoOf({});
    Object.defineProperty(video, 'readyState', { value: HTMLMediaElement.HAVE_NOTHING });
    press(video, 'ArrowRight');
    press(video, 'ArrowRight');
    expect(video.currentTime).toBe(0);
    video.dispatchEvent(new Event('loadedmetadata'));
    video.dispatchEvent(new Event('loadedmetadata'));
    expect(video.currentTime).toBe(10);
  });

  it('restarts at the beginning, even when pressed before a film with a resume position has loaded', () => {
    const { video, play } = videoOf({});
    Object.defineProperty(video, 'readyState', { value: HTMLMediaElement.HAVE_NOTHING });
    video.addEventListener('loadedmetadata', () => {
      video.currentTime = 42;
    });
    playerCommands.restart(video);
    expect(play).toHaveBeenCalledTimes(1);
    video.dispatchEvent(new Event('loadedmetadata'));
    expect(video.currentTime).toBe(0);
  });

  it('mutes with m, toggles fullscreen with f, and toggles captions with c', () => {
    const { video } = videoOf({});
    press(video, 'm');
    expect(video.muted).toBe(true);
    press(video, 'f');
    expect(fullscreen).toHaveBeenCalledTimes(1);
    press(video, 'c');
    expect(captions).toHaveBeenCalledTimes(1);
  });

  it('ignores all other keys', () => {
    const { video, play } = videoOf({});
    expect(press(video, 'k', { ctrlKey: true })).toBe(false);
    expect(press(video, 'Tab')).toBe(false);
    expect(play).not.toHaveBeenCalled();
  });
});
