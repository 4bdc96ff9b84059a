import { type GateImageKind, leakLimits, limits } from '@secure-preview/contracts';
import type { AllMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import type { UploadKind } from '../api/upload-address.js';
import { checkImage, type ImageCheck } from './image-check.js';
import { uploadLimits } from './upload-limits.js';
import { frameOf } from './video-frame.js';

/** The library's type for unknown files. */
const UNKNOWN_TYPE = 'application/octet-stream';

export interface UploadKindOptions {
  maxFileSize: number;
  /** Types in the library's restrictions and its message (docs/product.md#upload-dialog). */
  allowedFileTypes: readonly string[];
  /** Types that the browser's file picker offers. */
  accept: string;
  /** Returns the content type for the upload. */
  typeOf: (type?: string) => string;
  label: string;
  submit: string;
  note: string;
  /** Explains which files are accepted, after a rejection. */
  typesNote: (file: string) => string;
  /** Extends the message of the library about the size. */
  sizeNote: (message: string) => string;
  emptyNote: (file: string) => string;
  addressFailed: string;
  /** Checks a file of an allowed type before it is accepted. */
  check?: (file: Blob) => Promise<ImageCheck>;
  /** Creates the preview of an accepted file that the library cannot preview. */
  preview?: (file: Blob) => Promise<string | undefined>;
}

/** Returns the rules and texts for one kind of file. */
export function uploadKindOf(kind: UploadKind, { upload }: AllMessages): UploadKindOptions {
  if (kind === 'video') return videoKind(upload);
  if (kind === 'clip') return clipKind(upload);
  return kind === 'poster' ? posterKind(upload) : gateImageKind(kind, upload);
}

function videoKind({ video, dialog }: AllMessages['upload']): UploadKindOptions {
  return {
    maxFileSize: limits.video.maxBytes,
    allowedFileTypes: uploadLimits.videoTypes,
    accept: uploadLimits.videoTypes.join(','),
    // Some systems have no type for a video extension, or map it to a document type.
    typeOf: (type = '') => (type.startsWith('video/') ? type : 'video/mp4'),
    label: dialog.videoLabel,
    submit: dialog.submitVideo,
    note: video.note,
    typesNote: video.typesNote,
    sizeNote: video.sizeNote,
    emptyNote: dialog.emptyNote,
    addressFailed: video.addressFailed,
    preview: frameOf,
  };
}

/** A found copy: by the rules of a video. */
function clipKind(upload: AllMessages['upload']): UploadKindOptions {
  const t = upload.clip;
  return {
    ...videoKind(upload),
    maxFileSize: leakLimits.clip.maxBytes,
    label: t.label,
    submit: t.submit,
    note: t.note,
    addressFailed: t.addressFailed,
  };
}

function posterKind({ poster, dialog }: AllMessages['upload']): UploadKindOptions {
  return {
    maxFileSize: limits.poster.maxBytes,
    allowedFileTypes: uploadLimits.posterTypes,
    accept: uploadLimits.posterPicker,
    typeOf: (type = UNKNOWN_TYPE) => (type === UNKNOWN_TYPE ? 'image/jpeg' : type),
    label: dialog.posterLabel,
    submit: dialog.submitPoster,
    note: poster.note,
    typesNote: poster.typesNote,
    sizeNote: poster.sizeNote,
    emptyNote: dialog.emptyNote,
    addressFailed: poster.addressFailed,
    check: (file) => checkImage(file, poster.refused),
  };
}

/** Image of the gate: by the rules of a poster, except for the shape of a logo. */
function gateImageKind(kind: GateImageKind, upload: AllMessages['upload']): UploadKindOptions {
  const t = upload.gateImages;
  return {
    ...posterKind(upload),
    label: t.labels[kind],
    submit: t.submits[kind],
    note: t.notes[kind],
    addressFailed: t.addressFailed,
    check: (file) => checkImage(file, t.refused, { isWidescreen: kind === 'keyArt' }),
  };
}
