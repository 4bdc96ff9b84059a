import { Notice } from '../../../components/ui/notice.js';

/** Shows why the file in the upload dialog could not be sent. */
export function UploadFailure({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <Notice alarming>
      <p>{reason}</p>
    </Notice>
  );
}
