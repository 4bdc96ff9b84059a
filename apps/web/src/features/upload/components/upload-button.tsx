import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.js';
import { ProgressBar } from '../../../components/ui/progress-bar.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import type { useUploadDialog } from '../lib/use-upload-dialog.js';

interface UploadButtonProps {
  label: string;
  icon: ReactNode;
  note: string;
  variant?: 'primary' | 'secondary';
  dialog: Pick<ReturnType<typeof useUploadDialog>, 'opening' | 'progress' | 'failure'>;
  onOpen: () => void;
}

/** Opens the upload dialog; shows the progress of the upload while the dialog is closed. */
export function UploadButton({ label, icon, note, variant = 'primary', dialog, onOpen }: UploadButtonProps) {
  const t = useUploadPageMessages().upload;
  const { opening, progress, failure } = dialog;
  return (
    <div className="grid content-start gap-3">
      <Button
        data-upload
        variant={variant}
        onClick={() => !opening && onOpen()}
        pending={opening}
        // Not disabled: a disabled button cannot receive the focus when the dialog closes.
        aria-disabled={opening}
        className="justify-self-start max-sm:w-full"
      >
        {!opening && <span className="[&>svg]:size-5">{icon}</span>}
        {progress === null && failure === null ? label : t.showDialog}
      </Button>
      {progress !== null && (
        <div className="grid gap-2" role="status">
          <ProgressBar label={label} percent={progress} />
          <p className="text-sm text-muted tabular-nums">{t.inProgress(Math.round(progress))}</p>
        </div>
      )}
      <p className="text-sm text-muted">{note}</p>
    </div>
  );
}
