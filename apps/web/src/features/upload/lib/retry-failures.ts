import type { Body, Meta, UppyFile } from '@uppy/core';
import { uploadLimits } from '../../../lib/constants.js';
import type { PortalUppy } from './portal-uppy.js';

interface RetryPolicy {
  mayRetry: (error: unknown) => boolean;
  /** Called when the last automatic retry failed, or when none may help. */
  onGivenUp: (file: UppyFile<Meta, Body>, error: { message: string }) => void;
}

/**
 * Retries a failed upload after each of the specified delays, each time with a new address. The dialog shows
 * an upload in progress until it gives up.
 *
 * @returns a function that cancels a pending retry
 */
export function retryFailures(uppy: PortalUppy, { mayRetry, onGivenUp }: RetryPolicy): () => void {
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The file whose retry came due during a pause. */
  let due: string | undefined;
  const reset = () => {
    tries = 0;
    due = undefined;
    clearTimeout(timer);
  };
  const resume = () => {
    if (due !== undefined) void uppy.retryUpload(due);
    due = undefined;
  };
  uppy.on('upload-success', reset);
  uppy.on('file-removed', reset);
  uppy.on('resume-all', resume);
  uppy.on('upload-pause', (_file, paused) => {
    if (!paused) resume();
  });
  uppy.on('upload-error', (file, error) => {
    // No file: it was removed while its address was requested.
    if (!file || !uppy.getFile(file.id)) return uppy.forgetFailure(file);
    const delay = uploadLimits.retryDelaysMs[tries];
    if (delay === undefined || !mayRetry(error)) {
      reset();
      uppy.restartProgress(file.id);
      return onGivenUp(file, error);
    }
    tries += 1;
    uppy.forgetFailure(file);
    timer = setTimeout(() => {
      if (uppy.getFile(file.id).isPaused) due = file.id;
      else void uppy.retryUpload(file.id);
    }, delay);
  });
  return reset;
}
