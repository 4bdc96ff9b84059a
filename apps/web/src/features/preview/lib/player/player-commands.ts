import { playerLimits } from '../../../../lib/constants.js';
import { logFailure } from '../../../../lib/log.js';

/** Seeks once the source has loaded, so that an early key is not lost and overrides the start position. */
function seek(video: HTMLVideoElement, positionOf: () => number): void {
  const go = () => {
    video.currentTime = positionOf();
  };
  if (video.readyState !== HTMLMediaElement.HAVE_NOTHING) go();
  else video.addEventListener('loadedmetadata', go, { once: true });
}

/** Commands of the controls and keys on a video element. */
export const playerCommands = {
  toggle(video: HTMLVideoElement): void {
    if (!video.paused && !video.ended) video.pause();
    else {
      video.play().catch((error: unknown) => {
        // Rejected if the source changes or a pause follows at once; the displayed state stays correct.
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
  /** @param seconds forward, or back if negative */
  seekBy(video: HTMLVideoElement, seconds: number): void {
    seek(video, () => Math.min(video.duration, Math.max(0, video.currentTime + seconds)));
  },
  changeVolume(video: HTMLVideoElement, by: number): void {
    video.volume = Math.min(1, Math.max(0, video.volume + by));
    if (by > 0) video.muted = false;
  },
};

/** Actions of keys that are not commands of the video element. */
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
 * Runs the action of a key pressed inside the player.
 *
 * @returns whether the player handled the key
 */
export function runPlayerKey(event: KeyEvent, video: HTMLVideoElement, actions: PlayerActions): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  const onButton = event.target instanceof HTMLButtonElement;
  switch (event.key.toLowerCase()) {
    case ' ':
      // Space activates a focused button natively.
      if (onButton) return false;
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
