import { limits } from '@secure-preview/contracts';
import { uploadLimits } from '../../../lib/constants.js';
import { messages } from '../../../messages/index.js';
import type { UploadKind } from '../api/upload-address.js';
import { checkPoster, type PosterCheck } from './poster-check.js';
import { frameOf } from './video-frame.js';

const { video, poster, dialog } = messages.upload;

/** What the library calls a file whose type it does not know. */
const UNKNOWN_TYPE = 'application/octet-stream';

export interface UploadKindOptions {
  maxFileSize: number;
  /** What the library's restrictions and its message name (docs/product.md#upload-dialog). */
  allowedFileTypes: readonly string[];
  /** What the browser's file picker offers. */
  accept: string;
  /** The type that a file is sent as. */
  typeOf: (given?: string) => string;
  label: string;
  submit: string;
  note: string;
  /** Says in plain words which files are taken, after one was not. */
  typesNote: (file: string) => string;
  /** Takes the library's sentence about the size. */
  sizeNote: (refusal: string) => string;
  emptyNote: (file: string) => string;
  addressFailed: string;
  /** Looks at a file of an allowed type before it is taken. */
  check?: (file: Blob) => Promise<PosterCheck>;
  /** Draws what the dialog shows of a file that was taken, where the library cannot. */
  preview?: (file: Blob) => Promise<string | undefined>;
}

export const uploadKinds: Record<UploadKind, UploadKindOptions> = {
  video: {
    maxFileSize: limits.video.maxBytes,
    allowedFileTypes: uploadLimits.videoTypes,
    accept: uploadLimits.videoTypes.join(','),
    // Some systems know a video's ending by no type, or by that of a document.
    typeOf: (given = '') => (given.startsWith('video/') ? given : 'video/mp4'),
    label: dialog.videoLabel,
    submit: dialog.submitVideo,
    note: video.note,
    typesNote: video.typesNote,
    sizeNote: video.sizeNote,
    emptyNote: dialog.emptyNote,
    addressFailed: video.addressFailed,
    preview: frameOf,
  },
  poster: {
    maxFileSize: limits.poster.maxBytes,
    allowedFileTypes: uploadLimits.posterTypes,
    accept: uploadLimits.posterPicker,
    typeOf: (given = UNKNOWN_TYPE) => (given === UNKNOWN_TYPE ? 'image/jpeg' : given),
    label: dialog.posterLabel,
    submit: dialog.submitPoster,
    note: poster.note,
    typesNote: poster.typesNote,
    sizeNote: poster.sizeNote,
    emptyNote: dialog.emptyNote,
    addressFailed: poster.addressFailed,
    check: checkPoster,
  },
};
