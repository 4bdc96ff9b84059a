import { lazyComponent } from '../../lib/lazy-component.js';

/** Shows the trailer screen. */
export const PreviewScreen = lazyComponent(() => import('./components/preview-screen.js'));

/** Plays a version of the trailer for the administrator. */
export const VersionPlayer = lazyComponent(() => import('./components/version-player.js'));
