import type { ActiveTrailer, Caption } from '@secure-preview/contracts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { serverMessage } from '../../../lib/http-error.js';
import { messages } from '../../../messages/index.js';
import { useRemoveCaptions } from '../api/captions.js';

const words = messages.captions;

type Captioned = Pick<ActiveTrailer, 'id' | 'captions'>;

/** The languages that a trailer has captions in. */
export function CaptionsList({ trailer }: { trailer: Captioned }) {
  const [asked, setAsked] = useState<Caption>();
  if (trailer.captions.length === 0) return <p className="text-mist">{words.empty}</p>;
  return (
    <>
      <ul
        className="grid divide-y divide-line rounded-control border border-line"
        aria-label={words.listLabel}
      >
        {trailer.captions.map((caption) => (
          <li key={caption.id} className="flex min-h-13 items-center gap-3 py-1 pr-1.5 pl-4">
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <span lang={caption.language} dir="auto">
                {caption.label}
              </span>{' '}
              <span className="text-sm text-mist">{caption.language}</span>
            </span>
            <button
              type="button"
              aria-label={words.removeWho(caption.label)}
              onClick={() => setAsked(caption)}
              className="grid size-11 shrink-0 place-items-center rounded-full text-mist hover:bg-white/10 hover:text-ember"
            >
              <Trash2 className="size-4.5" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {asked && <RemoveDialog trailerId={trailer.id} caption={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface RemoveDialogProps {
  trailerId: string;
  caption: Caption;
  onClose: () => void;
}

function RemoveDialog({ trailerId, caption, onClose }: RemoveDialogProps) {
  const remove = useRemoveCaptions();
  const { label } = caption;

  function confirm() {
    if (remove.isPending) return;
    remove.mutate(
      { trailerId, captionId: caption.id },
      {
        onSuccess: () => toast({ title: words.removedTitle, description: words.removedText(label) }),
        onError: (error) =>
          toast({
            title: words.removeFailedTitle,
            description: serverMessage(error, words.removeFailedFallback),
            variant: 'destructive',
          }),
        // Before the toast is looked at: an open dialog would lie over it.
        onSettled: onClose,
      },
    );
  }

  return (
    <Dialog title={words.removeTitle(label)} description={words.removeText} onClose={onClose}>
      <div className="flex flex-wrap justify-end gap-3 px-5 py-5 sm:px-8">
        <Button look="quiet" onClick={onClose}>
          {messages.common.cancel}
        </Button>
        <Button pending={remove.isPending} disabled={remove.isPending} onClick={confirm}>
          {words.remove}
        </Button>
      </div>
    </Dialog>
  );
}
