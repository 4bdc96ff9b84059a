import type { Caption } from '@secure-preview/contracts';
import type { PlayedSummary } from '../../lib/played-summary.js';
import type { PositionReport } from '../../lib/player/use-position-reports.js';
import type { Contact } from './end-panel.js';

export interface PlayerProps {
  videoUrl: string;
  posterUrl: string | null;
  /** Width by height, where it is known before the video is. */
  aspectRatio?: number | undefined;
  title: string;
  captions?: readonly Caption[];
  /** Lines of the watermark: who is watching. */
  watermark: readonly string[];
  /** Called once, at the first start. */
  onVideoStart: () => void;
  /** Time watched as m:ss, and whether at least 90 percent was watched. */
  onVideoEnd: (timeWatched: string, completed: boolean, watched: PlayedSummary) => void;
  /** Every 10 s while playing, on pause and when page or player are left; resolves when the server has it. */
  onProgress: (watched: PlayedSummary) => Promise<void> | void;
  onUnauthorized: () => void;
  /** Called when it fails before anything of it has come. */
  onMissing?: () => void;
  /** Seconds at which playback starts; at the beginning without it. */
  startAt?: number | undefined;
  onPosition?: (position: PositionReport) => void;
  /** Called with seconds once the length is known. */
  onDuration?: ((seconds: number) => void) | undefined;
  /** Shown at the end of the film. */
  contact?: Contact | undefined;
}
