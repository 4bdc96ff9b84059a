import { type Body, type Meta, RestrictionError, type UppyFile } from '@uppy/core';
import { logFailure } from '../../../lib/log.js';
import type { PortalUppy } from './portal-uppy.js';
import type { UploadKindOptions } from './upload-kinds.js';

type File = UppyFile<Meta, Body>;

/**
 * Checks each file before the dialog accepts it, and creates thumbnails of accepted files.
 *
 * @param onRejection receives the message for the dialog, or undefined once the message no longer applies
 * @returns a function that returns the thumbnail of a file as a data URL
 */
export function checkFiles(
  uppy: PortalUppy,
  kind: UploadKindOptions,
  onRejection: (message: string | undefined) => void,
): (file: File | undefined) => string | undefined {
  const thumbnails = new WeakMap<object, string | undefined>();

  /** The dialog shows a rejection only while it has no file. */
  const isNoteShown = () => uppy.getFiles().length === 0;

  async function check(file: File, data: Blob): Promise<void> {
    const result = await kind.check?.(data);
    if (result && 'refused' in result) {
      onRejection(result.refused);
      return;
    }
    thumbnails.set(data, result?.thumbnail);
    // The library rejects a second file with its own message.
    uppy.addFiles([{ name: file.name ?? '', type: file.type, data, source: file.source ?? '' }]);
  }

  uppy.setOptions({
    onBeforeFileAdded: (file) => {
      const { data } = file;
      if (file.size === 0 && isAllowed(file, kind) && isNoteShown()) {
        onRejection(kind.emptyNote(file.name ?? ''));
        return false;
      }
      // The library itself rejects types and sizes, with the messages of docs/upload-library.md#sentences.
      const needsCheck = kind.check && data instanceof Blob && !thumbnails.has(data);
      if (!needsCheck || !isAllowed(file, kind)) return true;
      check(file, data).catch((error) => logFailure('A file could not be checked', error));
      return false;
    },
  });
  uppy.on('restriction-failed', (file, error) => {
    const name = file?.name ?? '';
    if (file && !hasAllowedType(file, kind)) onRejection(kind.typesNote(name));
    else if ((file?.size ?? 0) > kind.maxFileSize) {
      onRejection(kind.sizeNote(error.message));
      // The dialog shows the message, so a toast would duplicate it.
      if (error instanceof RestrictionError && isNoteShown()) error.isUserFacing = false;
    }
  });
  uppy.on('dashboard:modal-open', () => onRejection(undefined));
  uppy.on('file-added', (file) => {
    onRejection(undefined);
    uppy.hideTemporaryInfo();
    if (!kind.preview || !(file.data instanceof Blob)) return;
    void kind.preview(file.data).then((preview) => {
      if (preview && uppy.getFile(file.id)) uppy.setFileState(file.id, { preview });
    });
  });
  return (file) => (file?.data ? thumbnails.get(file.data) : undefined);
}

const isAllowed = (file: File, kind: UploadKindOptions): boolean =>
  hasAllowedType(file, kind) && (file.size ?? 0) <= kind.maxFileSize;

function hasAllowedType(
  { type, extension }: Pick<File, 'type' | 'extension'>,
  kind: UploadKindOptions,
): boolean {
  return kind.allowedFileTypes.some((allowedType) =>
    allowedType.endsWith('/*')
      ? type.startsWith(allowedType.slice(0, -1))
      : allowedType === `.${extension.toLowerCase()}`,
  );
}
