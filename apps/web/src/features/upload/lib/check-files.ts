import { type Body, type Meta, RestrictionError, type UppyFile } from '@uppy/core';
import { logFailure } from '../../../lib/log.js';
import type { PortalUppy } from './portal-uppy.js';
import type { UploadKindOptions } from './upload-kinds.js';

type File = UppyFile<Meta, Body>;

/**
 * Checks each file before the dialog accepts it, and creates a thumbnail of accepted ones.
 *
 * @param onRefusal receives the message that stays in the dialog, or undefined once it no longer applies
 * @returns a function that returns the thumbnail of a file as a data URL
 */
export function checkFiles(
  uppy: PortalUppy,
  kind: UploadKindOptions,
  onRefusal: (sentence: string | undefined) => void,
): (file: File | undefined) => string | undefined {
  const checked = new WeakMap<object, string | undefined>();

  /** The dialog shows a refusal only while it has no file. */
  const isNoteShown = () => uppy.getFiles().length === 0;

  async function check(file: File, data: Blob): Promise<void> {
    const result = await kind.check?.(data);
    if (result && 'refused' in result) {
      onRefusal(result.refused);
      return;
    }
    checked.set(data, result?.thumbnail);
    // The library refuses a second file with its own message.
    uppy.addFiles([{ name: file.name ?? '', type: file.type, data, source: file.source ?? '' }]);
  }

  uppy.setOptions({
    onBeforeFileAdded: (file) => {
      const { data } = file;
      if (file.size === 0 && isAllowed(file, kind) && isNoteShown()) {
        onRefusal(kind.emptyNote(file.name ?? ''));
        return false;
      }
      // The library refuses types and sizes itself, in the specified words.
      const unchecked = kind.check && data instanceof Blob && !checked.has(data);
      if (!unchecked || !isAllowed(file, kind)) return true;
      check(file, data).catch((error) => logFailure('A file could not be checked', error));
      return false;
    },
  });
  uppy.on('restriction-failed', (file, error) => {
    const name = file?.name ?? '';
    if (file && !hasAllowedType(file, kind)) onRefusal(kind.typesNote(name));
    else if ((file?.size ?? 0) > kind.maxFileSize) {
      onRefusal(kind.sizeNote(error.message));
      // The message stays in the dialog, so a toast would duplicate it.
      if (error instanceof RestrictionError && isNoteShown()) error.isUserFacing = false;
    }
  });
  uppy.on('dashboard:modal-open', () => onRefusal(undefined));
  uppy.on('file-added', (file) => {
    onRefusal(undefined);
    uppy.hidePassingInfo();
    if (!kind.preview || !(file.data instanceof Blob)) return;
    void kind.preview(file.data).then((preview) => {
      if (preview && uppy.getFile(file.id)) uppy.setFileState(file.id, { preview });
    });
  });
  return (file) => (file?.data ? checked.get(file.data) : undefined);
}

const isAllowed = (file: File, kind: UploadKindOptions): boolean =>
  hasAllowedType(file, kind) && (file.size ?? 0) <= kind.maxFileSize;

function hasAllowedType(
  { type, extension }: Pick<File, 'type' | 'extension'>,
  kind: UploadKindOptions,
): boolean {
  return kind.allowedFileTypes.some((one) =>
    one.endsWith('/*') ? type.startsWith(one.slice(0, -1)) : one === `.${extension.toLowerCase()}`,
  );
}
