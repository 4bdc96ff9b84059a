import type { Caption } from '@secure-preview/contracts';
import type { PlayedSummary } from '../../lib/played-summary.js';
import type { PositionReport } from '../../lib/player/use-position-reports.js';
import type { Contact } from './end-panel.js';

export interface PlayerProps {
  videoUrl: string;
  posterUrl: string | null;
  /** Width by height, if known before the video is loaded. */
  aspectRatio?: number | undefined;
  title: string;
  captions?: readonly Caption[];
  /** Lines of the watermark that identify the viewer. */
  watermark: readonly string[];
  /** Called once, at the first start. */
  onVideoStart: () => void;
  /** Receives the time watched as m:ss, and whether at least 90 percent was watched. */
  onVideoEnd: (timeWatched: string, completed: boolean, watched: PlayedSummary) => void;
  /**
   * Called every 10 s during playback, on pause, and when page or player are left. Resolves when the server
   * has stored the report.
   */
  onProgress: (watched: PlayedSummary) => Promise<void> | void;
  onUnauthorized: () => void;
  /** Called when the source fails before any of it has loaded. */
  onMissing?: () => void;
  /** Seconds at which playback starts; default is the beginning. */
  startAt?: number | undefined;
  onPosition?: (position: PositionReport) => void;
  /** Called with seconds once the duration is known. */
  onDuration?: ((seconds: number) => void) | undefined;
  /** Shown at the end of the film. */
  contact?: Contact | undefined;
}
