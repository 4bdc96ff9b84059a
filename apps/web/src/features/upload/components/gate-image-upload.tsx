import type { GateImageKind } from '@secure-preview/contracts';
import { ImageUp } from 'lucide-react';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { useFinishGateImage } from '../api/gate-images.js';
import { markWork } from '../lib/uploads-in-progress.js';
import { useUploadDialog } from '../lib/use-upload-dialog.js';
import { UploadButton } from './upload-button.js';
import { UploadFailure } from './upload-failure.js';

interface GateImageUploadProps {
  kind: GateImageKind;
  /** Called with the id of the image once the server has accepted it. */
  onUploaded: (imageId: string) => void;
}

/** Uploads an image of the gate for the settings page. */
export function GateImageUpload({ kind, onUploaded }: GateImageUploadProps) {
  const messages = useUploadPageMessages();
  const t = messages.upload.gateImages;
  const finish = useFinishGateImage(kind);
  const dialog = useUploadDialog(kind, {
    onUploaded: (uploadURL = '') => {
      markWork('applying', true);
      finish.mutate(uploadURL, {
        onSuccess: ({ id }) => onUploaded(id),
        onError: (error) => toastFailure(error, t.failedTitle, t.failedFallback, messages),
        onSettled: () => markWork('applying', false),
      });
    },
    onFailed: (description) => toast({ title: t.failedTitle, description, variant: 'destructive' }),
  });
  return (
    <div className="grid gap-3">
      <UploadFailure reason={dialog.failure} />
      <UploadButton
        label={t.buttons[kind]}
        icon={<ImageUp aria-hidden="true" />}
        note={finish.isPending ? t.checking : t.notes[kind]}
        variant="secondary"
        dialog={dialog}
        onOpen={() => void dialog.open()}
      />
    </div>
  );
}
