import { MINUTE_MS } from '@secure-preview/contracts';
import { logFailure } from '../../../lib/log.js';
import type { PortalUppy } from './portal-uppy.js';

/** Time between two requests in milliseconds, much shorter than any useful idle limit. */
const INTERVAL_MS = MINUTE_MS;

/**
 * Keeps the upload level of the session during an upload. The file goes directly to the object store, so the portal
 * receives no other request from the page (docs/product.md#upload-page).
 *
 * @param sendRequest sends any request of the session
 */
export function keepSessionDuringUpload(uppy: PortalUppy, sendRequest: () => Promise<unknown>): void {
  let lastRequestAt = performance.now();
  uppy.on('upload-progress', () => {
    if (performance.now() - lastRequestAt < INTERVAL_MS) return;
    lastRequestAt = performance.now();
    sendRequest().catch((error) => logFailure('The session could not be kept during an upload', error));
  });
}
