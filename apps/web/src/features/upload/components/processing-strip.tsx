import type { ListedTrailer } from '@secure-preview/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { panelLook } from '../../../components/ui/panel.js';
import { ProgressBar } from '../../../components/ui/progress-bar.js';
import { activeTrailerQuery, trailersQuery } from '../../../lib/api/trailers.js';
import { messages } from '../../../messages/index.js';

const words = messages.upload;

/** Shows the uploader how far the newest trailer is, until it is live (product.md, detail 9). */
export default function ProcessingStrip() {
  const queryClient = useQueryClient();
  const newest = useQuery({ ...trailersQuery, refetchOnMount: 'always' }).data?.[0];
  const active = useQuery(activeTrailerQuery).data;
  const [followed, setFollowed] = useState<string | null>(null);
  const [dismissed, setDismissed] = useState(false);
  const status = newest?.status;

  if (newest && status === 'processing' && followed !== newest.id) {
    setFollowed(newest.id);
    setDismissed(false);
  }
  useEffect(() => {
    if (followed && status === 'ready') {
      void queryClient.invalidateQueries({ queryKey: activeTrailerQuery.queryKey });
    }
  }, [followed, status, queryClient]);

  // A first trailer shows its own progress in the place of the picture.
  const shownBelow = active?.id === newest?.id && active?.filePath === null;
  if (!newest || newest.id !== followed || dismissed || shownBelow) return null;
  return (
    <aside
      role="status"
      className={`${panelLook} flex w-full max-w-[75rem] items-center gap-4 py-3 pr-3 pl-5`}
    >
      <div className="grid flex-1 gap-2">
        <p className="text-[0.95rem] [overflow-wrap:anywhere]">{sentenceOf(newest)}</p>
        {status === 'processing' && <ProgressBar label={words.processingLabel} percent={newest.progress} />}
      </div>
      {status !== 'processing' && (
        <button
          type="button"
          aria-label={words.dismiss}
          onClick={() => setDismissed(true)}
          className="grid size-10 place-items-center rounded-full text-mist hover:bg-white/10 hover:text-ivory"
        >
          <X className="size-4.5" aria-hidden="true" />
        </button>
      )}
    </aside>
  );
}

function sentenceOf(trailer: ListedTrailer): string {
  if (trailer.status === 'processing') return words.processing(trailer.title);
  if (trailer.status === 'ready') return words.processingLive;
  return [words.processingFailed(trailer.title), trailer.failure].filter(Boolean).join(': ');
}
