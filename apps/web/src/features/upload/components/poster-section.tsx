import { useQueryClient } from '@tanstack/react-query';
import { Image, ImageUp } from 'lucide-react';
import { Panel } from '../../../components/ui/panel.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { serverMessage } from '../../../lib/http-error.js';
import type { Success } from '../../../lib/success.js';
import { messages } from '../../../messages/index.js';
import { findActiveTrailerId, useSetPoster } from '../api/trailers.js';
import { pendingPoster, usePosterWaits } from '../lib/pending-poster.js';
import { markWork } from '../lib/uploads-in-progress.js';
import { useUploadDialog } from '../lib/use-upload-dialog.js';
import { UploadButton } from './upload-button.js';

const words = messages.upload.poster;

function announceFailure(description: string) {
  toast({ title: words.failedTitle, description, variant: 'destructive' });
}

/** Section 2 of the upload page: the poster goes to the active trailer, or waits for the next one (spec section 4). */
export function PosterSection({ onApplied }: { onApplied: (success: Success) => void }) {
  const queryClient = useQueryClient();
  const setPoster = useSetPoster();
  const waiting = usePosterWaits();

  async function apply(posterURL: string) {
    markWork('applying', true);
    const trailerId = await findActiveTrailerId(queryClient);
    if (trailerId === null) {
      markWork('applying', false);
      pendingPoster.save(posterURL);
      toast({ title: words.savedTitle, description: words.savedText });
      return;
    }
    setPoster.mutate(
      { trailerId, posterURL },
      {
        onSuccess: () => {
          markWork('applying', false);
          onApplied({
            title: words.applyingTitle,
            text: words.applyingText,
            stayingText: words.applyingStayingText,
          });
        },
        onError: (error) => {
          markWork('applying', false);
          announceFailure(serverMessage(error, words.failedFallback));
        },
      },
    );
  }

  const dialog = useUploadDialog('poster', {
    onUploaded: (uploadURL) => {
      if (uploadURL) void apply(uploadURL);
      else toast({ title: words.noUrlTitle, description: words.noUrlText, variant: 'destructive' });
    },
    onFailed: announceFailure,
  });

  return (
    <Panel title={words.title} icon={<Image aria-hidden="true" />}>
      <UploadButton
        label={words.button}
        icon={<ImageUp aria-hidden="true" />}
        note={words.note}
        opening={dialog.opening}
        progress={dialog.progress}
        onOpen={() => void dialog.open()}
      />
      {waiting && <p className="text-sm text-lamp-bright">{words.pending}</p>}
    </Panel>
  );
}
