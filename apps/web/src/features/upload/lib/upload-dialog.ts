import AwsS3, { type AwsBody } from '@uppy/aws-s3';
import type { Meta } from '@uppy/core';
import '@uppy/core/css/style.min.css';
import Dashboard from '@uppy/dashboard';
import '@uppy/dashboard/css/style.min.css';
import { type DeclaredFile, limits } from '@secure-preview/contracts';
import { uploadLimits } from '../../../lib/constants.js';
import { HttpError, serverMessage } from '../../../lib/http-error.js';
import { messages } from '../../../messages/index.js';
import { uploadLibraryWords } from '../../../messages/upload-library/index.js';
import type { UploadKind } from '../api/upload-address.js';
import { PortalUppy } from './portal-uppy.js';
import './upload-dialog.css';

const words = messages.upload.dialog;

/** What the library calls a file whose type it does not know. */
const UNKNOWN_TYPE = 'application/octet-stream';

const kinds = {
  video: {
    maxFileSize: limits.video.maxBytes,
    allowedFileTypes: uploadLimits.videoTypes,
    // Some systems know a video's ending by no type, or by that of a document.
    typeOf: (given = '') => (given.startsWith('video/') ? given : 'video/mp4'),
    label: words.videoLabel,
    note: messages.upload.video.note,
    addressFailed: messages.upload.video.addressFailed,
  },
  poster: {
    maxFileSize: limits.poster.maxBytes,
    allowedFileTypes: uploadLimits.posterTypes,
    typeOf: (given = UNKNOWN_TYPE) => (given === UNKNOWN_TYPE ? 'image/jpeg' : given),
    label: words.posterLabel,
    note: messages.upload.poster.note,
    addressFailed: messages.upload.poster.addressFailed,
  },
} as const;

interface UploadDialogOptions {
  kind: UploadKind;
  /** Asks the portal for an address that takes one PUT of the file; asked anew for every try. */
  requestAddress: (file: DeclaredFile) => Promise<string>;
  /** The file is stored; its address carries no query. Undefined when the upload named none. */
  onUploaded: (uploadURL: string | undefined) => void;
  /** The last automatic retry failed too. */
  onFailed: (message: string) => void;
  /** Percent while something is being sent, else null. */
  onProgress: (percent: number | null) => void;
}

export interface UploadDialog {
  open: () => void;
  destroy: () => void;
}

/** Marks the dialog until the first byte is sent: before that the library knows no time left, and says 0 s. */
const NOTHING_SENT = 'data-nothing-sent';

/** The upload library behind one small face: a modal dialog that sends one file by one presigned PUT. */
export function createUploadDialog(options: UploadDialogOptions): UploadDialog {
  const kind = kinds[options.kind];
  let accessLost = false;
  /** Why the portal does not take this file, whenever it is sent. */
  let refusal: string | undefined;

  const uppy = new PortalUppy({
    id: `upload-${options.kind}`,
    restrictions: {
      maxNumberOfFiles: uploadLimits.files,
      maxFileSize: kind.maxFileSize,
      allowedFileTypes: [...kind.allowedFileTypes],
    },
    infoTimeout: uploadLimits.infoMs,
    locale: {
      pluralize: uploadLibraryWords.pluralize,
      strings: {
        ...uploadLibraryWords.strings,
        ...(pointsByTouch() ? uploadLibraryWords.touch : {}),
        dashboardWindowTitle: kind.label,
      },
    },
  });
  const place = document.body.appendChild(document.createElement('section'));
  place.setAttribute('aria-label', kind.label);
  place.style.setProperty('--dialog-width', `${uploadLimits.dialog.width}px`);
  place.style.setProperty('--dialog-height', `${uploadLimits.dialog.height}px`);
  uppy.use(Dashboard, {
    inline: false,
    target: place,
    theme: 'dark',
    thumbnailWidth: uploadLimits.thumbnailWidth,
    thumbnailType: uploadLimits.thumbnailType,
    closeModalOnClickOutside: true,
    // Else it waits for the end of an animation that visitors who prefer less motion do not get.
    animateOpenClose: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    proudlyDisplayPoweredByUppy: false,
    // On computers these would open the same file dialog once more.
    showNativePhotoCameraButton: options.kind === 'poster' && pointsByTouch(),
    showNativeVideoCameraButton: options.kind === 'video' && pointsByTouch(),
    note: `${kind.note} ${words.restartNote}`,
    metaFields: [{ id: 'name', name: words.fileName, placeholder: words.fileNamePlaceholder }],
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
        const status = cause instanceof HttpError ? cause.status : 0;
        accessLost = status === 401 || status === 403;
        refusal = status === 413 || status === 422 ? serverMessage(cause, kind.addressFailed) : undefined;
        throw new Error(refusal ?? kind.addressFailed, { cause });
      }
    },
  });

  const dashboard = uppy.getPlugin<Dashboard<Meta, AwsBody>>('Dashboard');
  const close = () => dashboard?.closeModal();
  const stopMending = keepListsWhole(place);
  const stopRetrying = retryFailures(uppy, {
    mayRetry: () => !accessLost && refusal === undefined,
    isOwn: ({ message }) => message === kind.addressFailed || message === refusal,
    onGivenUp: (message) => {
      options.onProgress(null);
      // The page asks for the password again; the file waits in the dialog.
      if (accessLost) close();
      else options.onFailed(message);
    },
  });
  uppy.on('upload', () => {
    accessLost = false;
    refusal = undefined;
    place.toggleAttribute(NOTHING_SENT, true);
    options.onProgress(0);
  });
  uppy.on('progress', (percent) => {
    place.toggleAttribute(NOTHING_SENT, percent === 0);
    if (
      uppy
        .getFiles()
        .some((file) => file.progress.uploadStarted && !file.progress.uploadComplete && !file.error)
    ) {
      options.onProgress(percent);
    }
  });
  uppy.on('file-removed', () => options.onProgress(null));
  uppy.on('cancel-all', () => options.onProgress(null));
  uppy.on('upload-success', (_file, response) => {
    options.onProgress(null);
    options.onUploaded(response.uploadURL);
    // Later, since the library still looks at the file when it sums up.
    setTimeout(() => {
      close();
      uppy.clear();
    });
  });

  return {
    open: () => {
      uppy.updateOnlineStatus();
      void dashboard?.openModal();
      // The library names its frame, not the dialog inside it.
      place.querySelector('[role="dialog"]')?.setAttribute('aria-label', kind.label);
    },
    destroy: () => {
      stopRetrying();
      stopMending();
      uppy.destroy();
      place.remove();
    },
  };
}

/** Phones and tablets: nothing is dropped there, and their file inputs open the camera when asked to. */
const pointsByTouch = () => matchMedia('(pointer: coarse)').matches;

/** The library shows a single file as a list item without a list around it, which screen readers cannot place. */
function keepListsWhole(place: HTMLElement): () => void {
  const mend = () => {
    for (const list of place.querySelectorAll('.uppy-Dashboard-files:not([role])'))
      list.setAttribute('role', 'list');
  };
  const observer = new MutationObserver(mend);
  observer.observe(place, { childList: true, subtree: true });
  return () => observer.disconnect();
}

interface RetryPolicy {
  mayRetry: () => boolean;
  /** Whether an error's message is the portal's, to be shown as it is. */
  isOwn: (error: { message: string }) => boolean;
  onGivenUp: (message: string) => void;
}

/** Tries a failed upload again after each of the specified delays, with a fresh address every time. */
function retryFailures(uppy: PortalUppy, policy: RetryPolicy): () => void {
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const forget = () => {
    tries = 0;
    clearTimeout(timer);
  };
  uppy.on('upload-success', forget);
  uppy.on('file-removed', forget);
  uppy.on('upload-error', (file, error) => {
    const delay = uploadLimits.retryDelaysMs[tries];
    if (delay === undefined || !policy.mayRetry()) {
      forget();
      // The library's own message blames the network, whatever storage answered.
      const refused = uppy.i18n('failedToUpload', { file: file?.name ?? '' });
      policy.onGivenUp(policy.isOwn(error) ? error.message : refused);
      return;
    }
    tries += 1;
    timer = setTimeout(() => void uppy.retryAll(), delay);
  });
  return forget;
}
