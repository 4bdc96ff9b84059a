import { logFailure } from '../../../../lib/log.js';
import { playerLimits } from './player-limits.js';
import { positionOf, seekNow, seekPaced } from './seeks.js';

/** Seeks, or waits until the source has loaded. A seek before that overrides the start position. */
function seek(video: HTMLVideoElement, getPosition: () => number, run = seekNow): void {
  const applyPosition = () => run(video, getPosition());
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
  /** Follows the slider. @param percent 0 to 100 of the video */
  dragTo(video: HTMLVideoElement, percent: number): void {
    seek(video, () => (percent / playerLimits.slider.max) * video.duration, seekPaced);
  },
  /**
   * @param seconds forwards, or backwards if negative
   * @param isHeld whether a held key repeats the command
   */
  seekBy(video: HTMLVideoElement, seconds: number, isHeld: boolean): void {
    const getPosition = () => Math.min(video.duration, Math.max(0, positionOf(video) + seconds));
    seek(video, getPosition, isHeld ? seekPaced : seekNow);
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
  readonly repeat: boolean;
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
      playerCommands.seekBy(video, -playerLimits.arrowSeconds, event.repeat);
      return true;
    case 'arrowright':
      playerCommands.seekBy(video, playerLimits.arrowSeconds, event.repeat);
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
