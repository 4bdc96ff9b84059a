import { lazyComponent } from '../../lib/lazy-component.js';

/** Not part of the upload page, which seldom needs it and its texts. */
export const PersonBlockDialog = lazyComponent(() => import('./components/blocked/person-block-dialog.js'));
