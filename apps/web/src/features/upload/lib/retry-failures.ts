import type { Body, Meta, UppyFile } from '@uppy/core';
import type { PortalUppy } from './portal-uppy.js';
import { uploadLimits } from './upload-limits.js';

interface RetryPolicy {
  mayRetry: (error: unknown) => boolean;
  /** Called when the last automatic retry failed, or when a retry cannot help. */
  onFinalFailure: (file: UppyFile<Meta, Body>, error: { message: string }) => void;
}

/**
 * Retries a failed upload after each delay of docs/product.md#upload-dialog, each time with a new URL. The
 * dialog shows an upload in progress until the final failure.
 *
 * @returns a function that cancels a pending retry
 */
export function retryFailures(uppy: PortalUppy, { mayRetry, onFinalFailure }: RetryPolicy): () => void {
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Id of the file whose retry waits for the end of a pause. */
  let pendingFileId: string | undefined;
  const reset = () => {
    attempts = 0;
    pendingFileId = undefined;
    clearTimeout(timer);
  };
  const resume = () => {
    if (pendingFileId !== undefined) void uppy.retryUpload(pendingFileId);
    pendingFileId = undefined;
  };
  uppy.on('upload-success', reset);
  uppy.on('file-removed', reset);
  uppy.on('resume-all', resume);
  uppy.on('upload-pause', (_file, paused) => {
    if (!paused) resume();
  });
  uppy.on('upload-error', (file, error) => {
    // The file was removed while its URL was requested.
    if (!file || !uppy.getFile(file.id)) return uppy.clearFailure(file);
    const delay = uploadLimits.retryDelaysMs[attempts];
    if (delay === undefined || !mayRetry(error)) {
      reset();
      uppy.restartProgress(file.id);
      return onFinalFailure(file, error);
    }
    attempts += 1;
    uppy.clearFailure(file);
    timer = setTimeout(() => {
      if (uppy.getFile(file.id).isPaused) pendingFileId = file.id;
      else void uppy.retryUpload(file.id);
    }, delay);
  });
  return reset;
}
