import type { ListedTrailer } from '@secure-preview/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { panelVariants } from '../../../components/ui/panel.js';
import { ProgressBar } from '../../../components/ui/progress-bar.js';
import { activeTrailerQuery } from '../../../lib/api/active-trailer.js';
import { trailersQuery } from '../../../lib/api/trailers.js';
import { failureText } from '../../../lib/trailer-notice.js';
import type { AllMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { useDismissed } from '../lib/dismissed-trailer.js';

/**
 * Shows the progress of the newest trailer until it is live (docs/product.md#upload-page), or its failure
 * until dismissed.
 *
 * @param isAdminPage whether the page has no player area, which would show the progress of a first trailer
 */
export default function ProcessingStrip({ isAdminPage = false }: { isAdminPage?: boolean }) {
  const messages = useUploadPageMessages();
  const t = messages.upload;
  const queryClient = useQueryClient();
  const newest = useQuery({ ...trailersQuery, refetchOnMount: 'always' }).data?.[0];
  const active = useQuery(activeTrailerQuery).data;
  const [followedId, setFollowedId] = useState<string>();
  const [dismissed, dismiss] = useDismissed(newest?.id);
  const status = newest?.status;

  if (newest && status === 'processing' && followedId !== newest.id) setFollowedId(newest.id);
  useEffect(() => {
    if (followedId && status === 'ready') {
      void queryClient.invalidateQueries({ queryKey: activeTrailerQuery.queryKey });
    }
  }, [followedId, status, queryClient]);

  const isRelevant = status === 'failed' || newest?.id === followedId;
  const isShownBelow = !isAdminPage && active?.id === newest?.id && active?.filePath === null;
  if (!newest || !isRelevant || dismissed || isShownBelow) return null;
  const failed = status === 'failed';
  return (
    <div
      role="status"
      // The trailer page may be in a language that the admin area does not have.
      lang={messages.language}
      dir={messages.direction}
      className={clsx(
        panelVariants,
        'flex w-full items-center gap-4 py-3 pe-3 ps-5',
        !isAdminPage && 'max-w-[75rem]',
        failed && 'border-destructive/60',
      )}
    >
      {failed && <TriangleAlert className="size-5 shrink-0 text-destructive" aria-hidden="true" />}
      <div className="grid flex-1 gap-2">
        <p className="text-[0.95rem] [overflow-wrap:anywhere]">{messageFor(newest, messages)}</p>
        {status === 'processing' && <ProgressBar label={t.processingLabel} percent={newest.progress} />}
      </div>
      {status !== 'processing' && (
        <button
          type="button"
          aria-label={t.dismiss}
          onClick={dismiss}
          className="grid size-10 shrink-0 place-items-center rounded-full text-muted hover:bg-white/10 hover:text-foreground"
        >
          <X className="size-4.5" aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

function messageFor(trailer: ListedTrailer, messages: AllMessages): string {
  const t = messages.upload;
  if (trailer.status === 'processing') return processingText(trailer, t)(trailer.title);
  if (trailer.status === 'ready') return t.processingLive;
  return [t.processingFailed(trailer.title), failureText(trailer, messages)].filter(Boolean).join(': ');
}

/** Returns the message for the current step of a trailer, or for the reason of its wait. */
function processingText({ step }: ListedTrailer, t: AllMessages['upload']): (title: string) => string {
  if (step === null) return t.processingWaits;
  return step === 'storage-unavailable' ? t.processingStorageUnavailable : t.processing;
}
