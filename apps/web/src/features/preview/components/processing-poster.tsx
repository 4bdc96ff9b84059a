import type { ActiveTrailer } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { ProgressBar } from '../../../components/ui/progress-bar.js';
import { useMessages } from '../../../messages/use-messages.js';

/** Shows the poster and the processing progress of a trailer that cannot be played yet. */
export function ProcessingPoster({ trailer }: { trailer: ActiveTrailer }) {
  const t = useMessages().preview;
  const percent = Math.round(trailer.progress);
  return (
    <div
      className={clsx(
        'panel relative grid w-full overflow-hidden rounded-panel border border-line bg-panel shadow-screen',
        trailer.posterPath
          ? 'min-h-72 max-w-[calc(var(--stage-height)*16/9)] sm:aspect-video low:min-h-0 low:aspect-video'
          : 'max-w-4xl',
      )}
    >
      {trailer.posterPath && (
        <img src={trailer.posterPath} alt="" className="absolute inset-0 size-full object-cover opacity-55" />
      )}
      <div className="relative grid content-end gap-3 bg-linear-to-t from-background via-background/70 to-transparent p-5 sm:p-10 low:p-6">
        <h2 className="title-wide text-xl sm:text-2xl">{t.processingTitle}</h2>
        <p className="text-muted">{t.processingText}</p>
        <ProgressBar label={t.processingLabel} percent={percent} />
        <p className="text-sm text-muted tabular-nums">{t.processingProgress(percent)}</p>
      </div>
    </div>
  );
}
