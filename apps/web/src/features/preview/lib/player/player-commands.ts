import { logFailure } from '../../../../lib/log.js';
import { markUsed } from '../tracked-counts.js';
import { playerLimits } from './player-limits.js';

/** Seeks, or waits until the source has loaded. A seek before that overrides the start position. */
function seek(video: HTMLVideoElement, getPosition: () => number): void {
  const applyPosition = () => {
    markUsed(video);
    video.currentTime = getPosition();
  };
  if (video.readyState !== HTMLMediaElement.HAVE_NOTHING) applyPosition();
  else video.addEventListener('loadedmetadata', applyPosition, { once: true });
}

/** Commands of the controls and keys on a video element. */
export const playerCommands = {
  toggle(video: HTMLVideoElement): void {
    if (!video.paused && !video.ended) video.pause();
    else {
      video.play().catch((error: unknown) => {
        // `play` aborts when the source changes or the video is paused at once. The state stays correct.
        if (!(error instanceof DOMException && error.name === 'AbortError')) logFailure('Play failed', error);
      });
    }
  },
  restart(video: HTMLVideoElement): void {
    seek(video, () => 0);
    if (video.paused) playerCommands.toggle(video);
  },
  toggleMute(video: HTMLVideoElement): void {
    video.muted = !video.muted;
  },
  /** @param percent 0 to 100 of the video */
  seekTo(video: HTMLVideoElement, percent: number): void {
    seek(video, () => (percent / playerLimits.slider.max) * video.duration);
  },
  /** @param seconds forwards, or backwards if negative */
  seekBy(video: HTMLVideoElement, seconds: number): void {
    seek(video, () => Math.min(video.duration, Math.max(0, video.currentTime + seconds)));
  },
  changeVolume(video: HTMLVideoElement, change: number): void {
    video.volume = Math.min(1, Math.max(0, video.volume + change));
    if (change > 0) video.muted = false;
  },
};

/** Actions of shortcuts that do not concern the video element. */
interface PlayerActions {
  toggleFullscreen: () => void;
  toggleCaptions: () => void;
}

interface KeyEvent {
  readonly key: string;
  readonly target: EventTarget | null;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/**
 * Runs the action of a keyboard shortcut.
 *
 * @returns whether the player handled the key
 */
export function runPlayerKey(event: KeyEvent, video: HTMLVideoElement, actions: PlayerActions): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  const isOnButton = event.target instanceof HTMLButtonElement;
  switch (event.key.toLowerCase()) {
    case ' ':
      // Space activates a focused button natively.
      if (isOnButton) return false;
      playerCommands.toggle(video);
      return true;
    case 'k':
      playerCommands.toggle(video);
      return true;
    case 'arrowleft':
      playerCommands.seekBy(video, -playerLimits.arrowSeconds);
      return true;
    case 'arrowright':
      playerCommands.seekBy(video, playerLimits.arrowSeconds);
      return true;
    case 'arrowup':
      playerCommands.changeVolume(video, playerLimits.arrowVolume);
      return true;
    case 'arrowdown':
      playerCommands.changeVolume(video, -playerLimits.arrowVolume);
      return true;
    case 'm':
      playerCommands.toggleMute(video);
      return true;
    case 'f':
      actions.toggleFullscreen();
      return true;
    case 'c':
      actions.toggleCaptions();
      return true;
    default:
      return false;
  }
}
