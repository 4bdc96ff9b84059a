import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Image, ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { Panel } from '../../../components/ui/panel.js';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { trailersQuery } from '../../../lib/api/trailers.js';
import type { Success } from '../../../lib/redirect-toast.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { findActiveTrailerId, useSetPoster } from '../api/trailers.js';
import { type PendingPosterFile, pendingPoster, usePendingPoster } from '../lib/pending-poster.js';
import { markWork } from '../lib/uploads-in-progress.js';
import { useUploadDialog } from '../lib/use-upload-dialog.js';
import { Posters } from './posters.js';
import { UploadButton } from './upload-button.js';
import { UploadFailure } from './upload-failure.js';

interface PosterSectionProps {
  /** False while the upload password has to be entered again. */
  unlocked: boolean;
  onApplied: (success: Success) => void;
}

/**
 * Section 2 of the upload page. Sets the poster of the active trailer, or stores it for the next trailer
 * (docs/product.md#upload-page).
 */
export function PosterSection({ unlocked, onApplied }: PosterSectionProps) {
  const messages = useUploadPageMessages();
  const t = messages.upload.poster;
  const queryClient = useQueryClient();
  const setPoster = useSetPoster();
  const pending = usePendingPoster();
  const trailer = useQuery({ ...trailersQuery, enabled: unlocked }).data?.find(({ active }) => active);
  const hasBoth = trailer && pending;
  const section = useRef<HTMLDivElement>(null);

  async function apply(posterURL: string, file: PendingPosterFile) {
    markWork('applying', true);
    const trailerId = await findActiveTrailerId(queryClient);
    if (trailerId === null) {
      markWork('applying', false);
      pendingPoster.save(posterURL, file);
      toast({ title: t.savedTitle, description: t.savedText });
      return;
    }
    setPoster.mutate(
      { trailerId, posterURL },
      {
        onSuccess: () => {
          markWork('applying', false);
          onApplied({
            title: t.applyingTitle,
            text: t.applyingText,
            stayingText: t.applyingStayingText,
            awayText: t.applyingAwayText,
          });
        },
        onError: (error) => {
          markWork('applying', false);
          toastFailure(error, t.failedTitle, t.failedFallback, messages);
        },
      },
    );
  }

  const dialog = useUploadDialog('poster', {
    onUploaded: (uploadURL, file) => {
      if (uploadURL) void apply(uploadURL, file);
      else toast({ title: t.noUrlTitle, description: t.noUrlText, variant: 'destructive' });
    },
    onFailed: (description) => toast({ title: t.failedTitle, description, variant: 'destructive' }),
  });

  return (
    <Panel className="grid-rows-[auto_1fr]" title={t.title} icon={<Image aria-hidden="true" />}>
      <div ref={section} className="@container flex flex-col gap-5">
        <UploadFailure reason={dialog.failure} />
        <div
          className={clsx(
            'grid flex-1 content-start gap-5 @min-[34rem]:grid-cols-[minmax(0,1fr)_14.75rem]',
            hasBoth
              ? '@sm:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]'
              : '@sm:grid-cols-[minmax(0,1fr)_14.75rem]',
          )}
        >
          <Posters
            trailer={trailer}
            pending={pending}
            // Replaces the focused button, which no longer exists.
            onRemoved={() => section.current?.querySelector<HTMLElement>('[data-upload]')?.focus()}
          />
          <div className="grid content-center gap-3">
            <UploadButton
              label={t.button}
              icon={<ImageUp aria-hidden="true" />}
              note={t.note}
              variant="secondary"
              dialog={dialog}
              onOpen={() => void dialog.open()}
            />
            {pending && (
              <p role="status" className="border-s-2 border-primary ps-3 text-sm text-primary-bright">
                {t.pending}
              </p>
            )}
          </div>
        </div>
      </div>
    </Panel>
  );
}
