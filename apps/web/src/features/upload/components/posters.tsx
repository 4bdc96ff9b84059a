import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Button } from '../../../components/ui/button.js';
import { trailersQuery } from '../../../lib/api/trailers.js';
import { messages } from '../../../messages/index.js';
import { pendingPoster, usePendingPoster } from '../lib/pending-poster.js';
import { PosterFigure } from './poster-figure.js';

const t = messages.upload.poster;

/** The poster that viewers see now, and the one that waits for the next trailer. */
export function Posters({ unlocked, onRemoved }: { unlocked: boolean; onRemoved: () => void }) {
  const trailers = useQuery({ ...trailersQuery, enabled: unlocked }).data;
  const trailer = trailers?.find(({ active }) => active);
  const waiting = usePendingPoster();
  const both = trailer && waiting;
  return (
    <div className={clsx('grid content-start gap-4', both && 'grid-cols-2')}>
      {trailer && (
        <PosterFigure
          url={trailer.posterURL}
          alt={trailer.posterURL ? t.currentAlt(trailer.title) : ''}
          {...(trailer.posterURL ? { tag: t.currentTag } : {})}
          caption={trailer.posterURL ? t.currentOf(trailer.title) : t.none}
        />
      )}
      {waiting && (
        <PosterFigure
          url={waiting.picture ?? null}
          alt={t.pendingAlt}
          tag={t.waitingTag}
          caption={waiting.name ?? ''}
          action={
            <Button
              look="quiet"
              aria-label={t.removeWaiting}
              className="-mt-2 -mr-3 shrink-0 px-3 text-sm"
              onClick={() => {
                pendingPoster.clear();
                onRemoved();
              }}
            >
              {t.remove}
            </Button>
          }
        />
      )}
      {!trailer && !waiting && <PosterFigure url={null} alt="" caption={t.none} />}
    </div>
  );
}
