import ProcessingStrip from '../features/upload/components/processing-strip.js';
import { UnsavedUpload } from './unsaved-upload.js';

/** Shows on the trailer page what is unsaved on the upload page, and to an uploader the progress of a trailer. */
export default function UploadNotices({ isUploader }: { isUploader: boolean }) {
  return (
    <>
      <UnsavedUpload />
      {isUploader && <ProcessingStrip />}
    </>
  );
}
