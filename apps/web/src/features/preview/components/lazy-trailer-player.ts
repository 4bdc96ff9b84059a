import { lazyComponent } from '../../../lib/lazy-component.js';

export const TrailerPlayer = lazyComponent(() => import('./trailer-player.js'));
