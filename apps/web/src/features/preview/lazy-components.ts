import { lazyComponent } from '../../lib/lazy-component.js';

/** Shows the trailer screen. */
export const PreviewScreen = lazyComponent(() => import('./components/preview-screen.js'));
export const TrailerPlayer = lazyComponent(() => import('./components/trailer-player.js'));

/** Plays a version of the trailer for the administrator. */
export const VersionPlayer = lazyComponent(() => import('./components/version-player.js'));

/** Loads hls.js. Browsers that hls.js does not support play playlists natively. */
export const loadVideoEngine = () => import('hls.js');
