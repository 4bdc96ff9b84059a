import type { ActiveTrailer, Caption } from '@secure-preview/contracts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { useRemoveCaptions } from '../api/captions.js';
import { languageName } from '../lib/languages.js';

type Captioned = Pick<ActiveTrailer, 'id' | 'captions'>;

/** Lists the caption languages of a trailer. */
export function CaptionsList({ trailer }: { trailer: Captioned }) {
  const messages = useUploadPageMessages();
  const t = messages.captions;
  const [captionToRemove, setCaptionToRemove] = useState<Caption>();
  if (trailer.captions.length === 0) return <p className="text-muted">{t.empty}</p>;
  return (
    <>
      <ul
        className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] gap-2.5"
        aria-label={t.listLabel}
      >
        {trailer.captions.map((caption) => (
          <li
            key={caption.id}
            className="flex min-h-13 items-center gap-3 rounded-control border border-line py-1 pe-1.5 ps-4"
          >
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              {languageName(caption.language, messages.locale)}{' '}
              <span className="text-sm text-muted">
                <bdi lang={caption.language}>{caption.label}</bdi> {caption.language}
              </span>
            </span>
            <button
              type="button"
              aria-label={t.removeWho(languageName(caption.language, messages.locale))}
              onClick={() => setCaptionToRemove(caption)}
              className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-white/10 hover:text-destructive"
            >
              <Trash2 className="size-4.5" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {captionToRemove && (
        <RemoveDialog
          trailerId={trailer.id}
          caption={captionToRemove}
          onClose={() => setCaptionToRemove(undefined)}
        />
      )}
    </>
  );
}

interface RemoveDialogProps {
  trailerId: string;
  caption: Caption;
  onClose: () => void;
}

function RemoveDialog({ trailerId, caption, onClose }: RemoveDialogProps) {
  const messages = useUploadPageMessages();
  const t = messages.captions;
  const remove = useRemoveCaptions();
  const language = languageName(caption.language, messages.locale);

  function confirm() {
    if (remove.isPending) return;
    remove.mutate(
      { trailerId, captionId: caption.id },
      {
        onSuccess: () => toast({ title: t.removedTitle, description: t.removedText(language) }),
        onError: (error) => toastFailure(error, t.removeFailedTitle, t.removeFailedFallback, messages),
        // Closes before the toast appears, because the dialog would cover it.
        onSettled: onClose,
      },
    );
  }

  return (
    <Dialog title={t.removeTitle(language)} description={t.removeText} onClose={onClose}>
      <div className="flex flex-wrap justify-end gap-3 px-5 py-5 sm:px-8">
        <Button variant="quiet" onClick={onClose}>
          {messages.common.cancel}
        </Button>
        <Button pending={remove.isPending} disabled={remove.isPending} onClick={confirm}>
          {t.remove}
        </Button>
      </div>
    </Dialog>
  );
}
