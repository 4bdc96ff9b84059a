import type { ListedTrailer } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { Button } from '../../../components/ui/button.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { type PendingPosterFile, pendingPoster } from '../lib/pending-poster.js';
import { PosterFigure } from './poster-figure.js';

interface PostersProps {
  /** The active trailer. */
  trailer: ListedTrailer | undefined;
  pending: Partial<PendingPosterFile> | null;
  onRemoved: () => void;
}

/** The poster of the active trailer, and the poster for the next trailer. */
export function Posters({ trailer, pending, onRemoved }: PostersProps) {
  const t = useUploadPageMessages().upload.poster;
  const hasBoth = trailer && pending;
  return (
    <div className={clsx('grid content-start gap-4', hasBoth && 'grid-cols-2')}>
      {trailer && (
        <PosterFigure
          url={trailer.posterURL}
          alt={trailer.posterURL ? t.currentAlt(trailer.title) : ''}
          {...(trailer.posterURL ? { tag: t.currentTag } : {})}
          caption={trailer.posterURL ? t.currentOf(trailer.title) : t.none}
        />
      )}
      {pending && (
        <PosterFigure
          url={pending.picture ?? null}
          alt={t.pendingAlt}
          tag={t.waitingTag}
          caption={pending.name ?? ''}
          action={
            <Button
              variant="quiet"
              aria-label={t.removeWaiting}
              className="-my-2 -me-3 ms-auto min-h-10 px-3 text-sm"
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
      {!trailer && !pending && <PosterFigure url={null} alt="" caption={t.none} />}
    </div>
  );
}
