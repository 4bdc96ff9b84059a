import type { ListedTrailer } from '@secure-preview/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { panelVariants } from '../../../components/ui/panel.js';
import { ProgressBar } from '../../../components/ui/progress-bar.js';
import { activeTrailerQuery, trailersQuery } from '../../../lib/api/trailers.js';
import { failureText } from '../../../lib/trailer-notice.js';
import type { Messages } from '../../../messages/en.js';
import { useMessages } from '../../../messages/use-messages.js';
import { useDismissed } from '../lib/dismissed-trailer.js';

/**
 * Shows the progress of the newest trailer until it is live (docs/product.md#upload-page), or its failure
 * until dismissed.
 *
 * @param pictureElsewhere whether the screen has no picture area that shows the progress of a first trailer
 */
export default function ProcessingStrip({ pictureElsewhere = false }: { pictureElsewhere?: boolean }) {
  const messages = useMessages();
  const t = messages.upload;
  const queryClient = useQueryClient();
  const newest = useQuery({ ...trailersQuery, refetchOnMount: 'always' }).data?.[0];
  const active = useQuery(activeTrailerQuery).data;
  const [followed, setFollowed] = useState<string>();
  const [dismissed, dismiss] = useDismissed(newest?.id);
  const status = newest?.status;

  if (newest && status === 'processing' && followed !== newest.id) setFollowed(newest.id);
  useEffect(() => {
    if (followed && status === 'ready') {
      void queryClient.invalidateQueries({ queryKey: activeTrailerQuery.queryKey });
    }
  }, [followed, status, queryClient]);

  const concerns = status === 'failed' || newest?.id === followed;
  const shownBelow = !pictureElsewhere && active?.id === newest?.id && active?.filePath === null;
  if (!newest || !concerns || dismissed || shownBelow) return null;
  const failed = status === 'failed';
  return (
    <div
      role="status"
      className={clsx(
        panelVariants,
        'flex w-full items-center gap-4 py-3 pr-3 pl-5',
        !pictureElsewhere && 'max-w-[75rem]',
        failed && 'border-destructive/60',
      )}
    >
      {failed && <TriangleAlert className="size-5 shrink-0 text-destructive" aria-hidden="true" />}
      <div className="grid flex-1 gap-2">
        <p className="text-[0.95rem] [overflow-wrap:anywhere]">{messageOf(newest, messages)}</p>
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

function messageOf(trailer: ListedTrailer, messages: Messages): string {
  const t = messages.upload;
  if (trailer.status === 'processing') return waitOf(trailer, t)(trailer.title);
  if (trailer.status === 'ready') return t.processingLive;
  return [t.processingFailed(trailer.title), failureText(trailer, messages)].filter(Boolean).join(': ');
}

/** Returns the message about the current step of a trailer, or about the reason for its wait. */
function waitOf({ step }: ListedTrailer, t: Messages['upload']): (title: string) => string {
  if (step === null) return t.processingWaits;
  return step === 'storage-unavailable' ? t.processingStorageUnavailable : t.processing;
}
