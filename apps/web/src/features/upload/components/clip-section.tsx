import { leakLimits } from '@secure-preview/contracts';
import { FileSearch } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Notice } from '../../../components/ui/notice.js';
import { Panel } from '../../../components/ui/panel.js';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { isPermanentRejection, serverMessage } from '../../../lib/http-error.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { useCreateLeakCase } from '../api/leaks.js';
import { markWork } from '../lib/uploads-in-progress.js';
import { useUploadDialog } from '../lib/use-upload-dialog.js';
import { DropArea } from './drop-area.js';
import { UploadButton } from './upload-button.js';
import { UploadFailure } from './upload-failure.js';

/** An uploaded clip that is not examined yet. */
interface Clip {
  clipURL: string;
  fileName: string;
}

interface ClipSectionProps {
  /** Called with the id of the new case. */
  onCreated: (caseId: string) => void;
}

/** Uploads a found clip, and starts its examination (docs/product.md#leaks). */
export function ClipSection({ onCreated }: ClipSectionProps) {
  const messages = useUploadPageMessages();
  const t = messages.upload.clip;
  const [pending, setPending] = useState<Clip | null>(null);
  /** Reason why the server permanently rejected the last clip. */
  const [rejection, setRejection] = useState<string | null>(null);
  const create = useCreateLeakCase();

  function start(clip: Clip) {
    setPending(clip);
    setRejection(null);
    markWork('clip', true);
    create.mutate(clip, {
      onSuccess: ({ id }) => {
        setPending(null);
        markWork('clip', false);
        onCreated(id);
      },
      onError: (error) => {
        toastFailure(error, t.failedTitle, t.failedFallback, messages);
        if (!isPermanentRejection(error)) return;
        setPending(null);
        setRejection(serverMessage(error, t.failedFallback, messages));
        markWork('clip', false);
      },
    });
  }

  const dialog = useUploadDialog('clip', {
    onUploaded: (clipURL, { name }) => {
      if (clipURL) start({ clipURL, fileName: storableName(name) || t.unnamed });
      else toast({ title: t.failedTitle, description: t.noUrlText, variant: 'destructive' });
    },
    onFailed: (description) => toast({ title: t.failedTitle, description, variant: 'destructive' }),
  });

  return (
    <Panel title={t.title} icon={<FileSearch aria-hidden="true" />}>
      {create.isPending && (
        <p role="status" className="text-sm text-muted">
          {t.saving}
        </p>
      )}
      {pending && !create.isPending && (
        <Notice>
          <p>{t.unsaved}</p>
          <Button variant="secondary" onClick={() => start(pending)}>
            {t.saveAgain}
          </Button>
        </Notice>
      )}
      {rejection !== null && (
        <Notice alarming>
          <p>
            <strong className="font-semibold">{t.refused}</strong>
            <br />
            {rejection}
          </p>
        </Notice>
      )}
      <UploadFailure reason={dialog.failure} />
      <DropArea onDrop={(files) => void dialog.open(files)}>
        <p className="text-foreground max-sm:hidden">{t.drop}</p>
        <UploadButton
          label={t.button}
          icon={<FileSearch aria-hidden="true" />}
          note={t.note}
          dialog={dialog}
          onOpen={() => void dialog.open()}
        />
      </DropArea>
    </Panel>
  );
}

/** Returns the name of a file as a case can keep it. */
const storableName = (name: string): string =>
  name
    .replaceAll('\0', '')
    .slice(0, leakLimits.clip.nameLength)
    .replace(/\p{Cs}/gu, '')
    .trim();
