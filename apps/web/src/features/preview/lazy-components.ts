import { lazyComponent } from '../../lib/lazy-component.js';

/** The trailer screen and its lazily loaded parts, in order of need. */
export const PreviewScreen = lazyComponent(() => import('./components/preview-screen.js'));
export const TrailerPlayer = lazyComponent(() => import('./components/trailer-player.js'));

/** Plays any version of the trailer to the administrator. */
export const VersionPlayer = lazyComponent(() => import('./components/version-player.js'));

/** Loads hls.js, which plays playlists in every browser that supports it; others play them natively. */
export const loadVideoEngine = () => import('hls.js');
