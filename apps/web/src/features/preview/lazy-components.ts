import { lazyPart } from '../../lib/lazy-part.js';
import { loadAgain } from '../../lib/retryable-import.js';

/** The trailer screen and what it loads by and by, in the order of need. */
export const PreviewScreen = lazyPart(() => import('./components/preview-screen.js'));
export const TrailerPlayer = lazyPart(() => import('./components/trailer-player.js'));

/** Plays any version of the trailer to the administrator. */
export const VersionPlayer = lazyPart(() => import('./components/version-player.js'));

/** What plays a playlist where the browser cannot by itself. */
export const loadVideoEngine = loadAgain(() => import('hls.js'));
