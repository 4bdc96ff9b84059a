import { lazyComponent } from '../../lib/lazy-component.js';

/** Not part of the upload page, which seldom needs it and its texts. */
export const BlockOrUnblockDialog = lazyComponent(
  () => import('./components/blocked/block-or-unblock-dialog.js'),
);
