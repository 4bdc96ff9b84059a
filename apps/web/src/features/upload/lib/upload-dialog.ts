import AwsS3 from '@uppy/aws-s3';
import type { Body, Meta } from '@uppy/core';
import '@uppy/core/css/style.min.css';
import Dashboard from '@uppy/dashboard';
import '@uppy/dashboard/css/style.min.css';

import { authRoutes, type DeclaredFile } from '@secure-preview/contracts';
import { call } from '../../../lib/http-client.js';
import type { UploadLibraryMessages } from '../../../messages/upload-library/upload-library-messages.js';
import type { AllMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import type { UploadKind } from '../api/upload-address.js';
import { checkFiles } from './check-files.js';
import { repairMarkup } from './dialog-markup.js';
import { keepSessionDuringUpload } from './keep-session.js';
import { PortalUppy } from './portal-uppy.js';
import { retryFailures } from './retry-failures.js';
import { isStorageFull } from './storage-full.js';
import { uploadKindOf } from './upload-kinds.js';
import { uploadLimits } from './upload-limits.js';
import { UploadUrlError, uploadUrlError } from './upload-url-error.js';
import './upload-dialog.css';
import './upload-dialog-controls.css';

/** Details of a stored file. */
export interface UploadedFile {
  name: string;
  /** A small copy of the picture, or a frame of the video, as a data URL. */
  picture: string | undefined;
}

interface UploadDialogOptions {
  kind: UploadKind;
  messages: AllMessages;
  libraryMessages: UploadLibraryMessages;
  /** Requests a URL for one PUT of the file; called for every attempt. */
  requestAddress: (file: DeclaredFile) => Promise<string>;
  /**
   * Called when the file is stored. The URL has no query, and is undefined if the upload returned none.
   */
  onUploaded: (uploadURL: string | undefined, file: UploadedFile) => void;
  /** Called when the last automatic retry failed. */
  onFailed: (message: string) => void;
  /** Percent during an upload, otherwise null. */
  onProgress: (percent: number | null) => void;
}

export interface UploadDialog {
  /** @param dropped files to add, by the same rules as those that are chosen in the dialog */
  open: (dropped?: readonly File[]) => void;
  destroy: () => void;
}

/** Attribute of the dialog until the first byte is sent. Before that, the library shows 0 s left. */
const NOTHING_SENT_ATTRIBUTE = 'data-nothing-sent';

/**
 * Creates the upload dialog, a small interface to the upload library. It is modal, and sends one file with one
 * presigned PUT.
 */
export function createUploadDialog(options: UploadDialogOptions): UploadDialog {
  const { messages, libraryMessages } = options;
  const t = messages.upload.dialog;
  const kind = uploadKindOf(options.kind, messages);
  const isVideo = options.kind === 'video' || options.kind === 'clip';
  const uppy = new PortalUppy({
    id: `upload-${options.kind}`,
    restrictions: {
      maxNumberOfFiles: uploadLimits.files,
      maxFileSize: kind.maxFileSize,
      allowedFileTypes: [...kind.allowedFileTypes],
    },
    infoTimeout: uploadLimits.infoMs,
    locale: {
      pluralize: libraryMessages.pluralize,
      strings: {
        ...libraryMessages.strings,
        ...(isTouchDevice() ? libraryMessages.touch : {}),
        dashboardWindowTitle: kind.label,
        uploadXFiles: { 0: kind.submit, 1: kind.submit },
      },
    },
  });
  const container = document.body.appendChild(document.createElement('section'));
  container.setAttribute('aria-label', kind.label);
  container.style.setProperty('--dialog-width', `${uploadLimits.dialog.width}px`);
  container.style.setProperty('--dialog-height', `${uploadLimits.dialog.height}px`);
  const note = `${kind.note} ${t.restartNote}`;
  uppy.use(Dashboard, {
    inline: false,
    target: container,
    theme: 'dark',
    thumbnailWidth: uploadLimits.thumbnailWidth,
    thumbnailType: uploadLimits.thumbnailType,
    closeModalOnClickOutside: true,
    // With reduced motion the animation does not run, so the library would wait for its end forever.
    animateOpenClose: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    proudlyDisplayPoweredByUppy: false,
    // On desktops these buttons would duplicate the file picker.
    showNativePhotoCameraButton: !isVideo && isTouchDevice(),
    showNativeVideoCameraButton: isVideo && isTouchDevice(),
    note,
    metaFields: [{ id: 'name', name: t.fileName, placeholder: t.fileNamePlaceholder }],
  });
  uppy.use(AwsS3, {
    shouldUseMultipart: false,
    limit: uploadLimits.concurrency,
    async signRequest(request) {
      if (request.method !== 'PUT' || 'partNumber' in request) throw new Error(kind.addressFailed);
      const [file] = uppy.getFiles();
      const type = kind.typeOf(request.contentType?.split(';')[0]);
      try {
        const declared = { type, ...(file?.size == null ? {} : { size: file.size }) };
        return { url: await options.requestAddress(declared), headers: { 'Content-Type': type } };
      } catch (cause) {
        throw uploadUrlError(cause, kind.addressFailed, messages);
      }
    },
  });

  keepSessionDuringUpload(uppy, () => call(authRoutes.status));

  /** Returns the reason of a failure; undefined if the message of the library suffices. */
  const reasonOf = (error: { message: string }): string | undefined => {
    if (isStorageFull(error)) return t.storageFull;
    return error instanceof UploadUrlError ? error.message : undefined;
  };

  const dashboard = uppy.getPlugin<Dashboard<Meta, Body>>('Dashboard');
  const close = () => dashboard?.closeModal();
  const stopRepairs = repairMarkup(container, kind.accept);
  const pictureOf = checkFiles(uppy, kind, (message) => {
    container.toggleAttribute('data-refused', message !== undefined);
    dashboard?.setOptions({ note: message ?? note });
  });
  let failure = '';
  // The library keeps "Uploading" in the title of a failed upload.
  const setTitle = (key: 'uploadingXFiles' | 'uploadFailed') => {
    const title = uppy.i18n(key, { smart_count: 1 });
    dashboard?.setOptions({ locale: { strings: { uploadingXFiles: { 0: title, 1: title } } } });
  };
  const clearShownFailure = () => {
    uppy.release(failure);
    setTitle('uploadingXFiles');
  };
  const stopRetries = retryFailures(uppy, {
    // Does not retry if the storage is full: an operator must free space first.
    mayRetry: (error) =>
      error instanceof UploadUrlError ? error.outcome === 'failed' : !isStorageFull(error),
    onFinalFailure: (file, error) => {
      options.onProgress(null);
      // The page requires the password again; the file stays in the dialog.
      if (error instanceof UploadUrlError && error.outcome === 'access-lost') return close();
      setTitle('uploadFailed');
      failure = reasonOf(error) ?? uppy.i18n('failedToUpload', { file: file.name ?? '' });
      options.onFailed(failure);
      // Deferred, because the library adds its own temporary message after this event.
      setTimeout(() => {
        uppy.setState({ info: [] });
        uppy.hold(failure);
      });
    },
  });
  uppy.on('upload', () => {
    clearShownFailure();
    // Greater than 0 on an automatic retry.
    const { totalProgress } = uppy.getState();
    container.toggleAttribute(NOTHING_SENT_ATTRIBUTE, totalProgress === 0);
    options.onProgress(totalProgress);
  });
  uppy.on('progress', (percent) => {
    container.toggleAttribute(NOTHING_SENT_ATTRIBUTE, percent === 0);
    if (
      uppy
        .getFiles()
        .some((file) => file.progress.uploadStarted && !file.progress.uploadComplete && !file.error)
    ) {
      options.onProgress(percent);
    }
  });
  uppy.on('file-removed', () => {
    clearShownFailure();
    options.onProgress(null);
  });
  uppy.on('cancel-all', () => options.onProgress(null));
  uppy.on('upload-success', (file, response) => {
    options.onProgress(null);
    options.onUploaded(response.uploadURL, { name: file?.meta.name ?? '', picture: pictureOf(file) });
    // Deferred, because the library still reads the file for its summary.
    setTimeout(() => {
      close();
      uppy.clear();
    });
  });

  return {
    open: (dropped = []) => {
      uppy.updateOnlineStatus();
      void dashboard?.openModal();
      uppy.addFiles(dropped.map((data) => ({ name: data.name, type: data.type, data, source: 'page' })));
      // The library labels its frame, not the dialog inside it.
      container.querySelector('[role="dialog"]')?.setAttribute('aria-label', kind.label);
    },
    destroy: () => {
      stopRetries();
      stopRepairs();
      uppy.destroy();
      container.remove();
    },
  };
}

/** Returns whether this is a phone or tablet, without drag and drop but with a camera. */
const isTouchDevice = () => matchMedia('(pointer: coarse)').matches;
