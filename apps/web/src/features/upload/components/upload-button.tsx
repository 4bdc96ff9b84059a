import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.js';
import { ProgressBar } from '../../../components/ui/progress-bar.js';
import { messages } from '../../../messages/index.js';

interface UploadButtonProps {
  label: string;
  icon: ReactNode;
  note: string;
  opening: boolean;
  /** Percent while a file is on its way, else null. */
  progress: number | null;
  onOpen: () => void;
}

/** Opens the upload dialog; shows the upload's progress when the dialog is closed over it. */
export function UploadButton({ label, icon, note, opening, progress, onOpen }: UploadButtonProps) {
  const words = messages.upload;
  return (
    <div className="grid gap-3">
      <Button
        onClick={() => !opening && onOpen()}
        pending={opening}
        // Not disabled: it would lose the focus that comes back to it when the dialog closes.
        aria-disabled={opening}
        className="justify-self-start max-sm:w-full"
      >
        {!opening && <span className="[&>svg]:size-5">{icon}</span>}
        {progress === null ? label : words.showDialog}
      </Button>
      {progress !== null && (
        <div className="grid gap-2" role="status">
          <ProgressBar label={label} percent={progress} />
          <p className="text-sm text-mist tabular-nums">{words.inProgress(Math.round(progress))}</p>
        </div>
      )}
      <p className="text-sm text-mist">{note}</p>
    </div>
  );
}
