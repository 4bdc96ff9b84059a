import { logFailure } from '../../../lib/log.js';
import type { PortalUppy } from './portal-uppy.js';

/** Milliseconds between two requests; a small part of the shortest sensible idle time of an uploader. */
const INTERVAL_MS = 60_000;

/**
 * Keeps the uploader's level while a file is sent: the file goes to the storage, so the portal sees no request of the
 * page meanwhile (docs/product.md#upload-page).
 *
 * @param ask sends any request of the session
 */
export function keepLevelWhileSending(uppy: PortalUppy, ask: () => Promise<unknown>): void {
  let askedAt = performance.now();
  uppy.on('upload-progress', () => {
    if (performance.now() - askedAt < INTERVAL_MS) return;
    askedAt = performance.now();
    ask().catch((error) => logFailure('The session could not be kept during an upload', error));
  });
}
