import type { Body, Meta, UppyFile } from '@uppy/core';
import { uploadLimits } from '../../../lib/constants.js';
import type { PortalUppy } from './portal-uppy.js';

interface RetryPolicy {
  mayRetry: (error: unknown) => boolean;
  /** The last automatic retry failed too, or none is worth it. */
  onGivenUp: (file: UppyFile<Meta, Body>, error: { message: string }) => void;
}

/**
 * Tries a failed upload again after each of the specified delays, with a fresh address every time. Until it gives up the
 * dialog goes on showing an upload. Returns what ends a retry that is still to come.
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
    // Without a file: it was removed while its address was asked for.
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
