import type { Caption } from '@secure-preview/contracts';
import type { OnAccessLost } from '../../lib/access-lost.js';
import type { PlayedSummary } from '../../lib/played-summary.js';
import type { OnNews } from '../../lib/player/access-stream.js';
import type { PlayerState } from '../../lib/player/player-state.js';
import type { PositionReport } from '../../lib/player/use-position-reports.js';
import type { Contact } from './end-panel.js';

export interface PlayerProps {
  trailerId: string;
  videoUrl: string;
  posterUrl: string | null;
  /** Width divided by height, if known before the video loads. */
  aspectRatio?: number | undefined;
  title: string;
  captions?: readonly Caption[];
  /** Lines of the watermark that identify the viewer. */
  watermark: readonly string[];
  /** Called once: when playback has first started, and the video has loaded. */
  onVideoStart: () => void;
  /** Receives the watched time as m:ss, and whether at least 90 percent was watched. */
  onVideoEnd: (watchedTime: string, isCompleted: boolean, watched: PlayedSummary) => void;
  /**
   * Called every 5 s during playback, on pause, when the page is hidden or closed, and on unmount. Resolves
   * when the server has stored the report.
   */
  onProgress: (watched: PlayedSummary, player: PlayerState) => Promise<void> | void;
  /** Called between watch reports when the state of the player changes, and regularly while it is paused. */
  onSignal?: (player: PlayerState) => void;
  onAccessLost: OnAccessLost;
  /** Called when another version is shown, or when the terms of the next visit have changed. */
  onNews?: OnNews | undefined;
  /** Called when the source fails before its metadata has loaded. */
  onMissing?: () => void;
  /** Start position in seconds; the default is the beginning. */
  startAt?: number | undefined;
  onPosition?: (position: PositionReport) => void;
  /** Called with the duration in seconds once it is known. */
  onDuration?: ((seconds: number) => void) | undefined;
  /** Shown at the end of the video. */
  contact?: Contact | undefined;
}
