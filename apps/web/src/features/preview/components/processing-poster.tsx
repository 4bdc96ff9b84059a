import type { ActiveTrailer } from '@secure-preview/contracts';
import { ProgressBar } from '../../../components/ui/progress-bar.js';
import { messages } from '../../../messages/index.js';

const words = messages.preview;

/** The poster of a trailer that cannot be played yet, with how far its preparation is. */
export function ProcessingPoster({ trailer, title }: { trailer: ActiveTrailer; title: string }) {
  const percent = Math.round(trailer.progress);
  return (
    <div className="panel relative grid min-h-72 w-full max-w-[calc(var(--stage-height)*16/9)] overflow-hidden rounded-panel border border-line bg-panel shadow-screen sm:aspect-video">
      {trailer.posterPath && (
        <img src={trailer.posterPath} alt="" className="absolute inset-0 size-full object-cover opacity-55" />
      )}
      <div className="relative grid content-end gap-3 bg-linear-to-t from-space via-space/70 to-transparent p-5 sm:p-10">
        <h2 className="title-wide text-2xl sm:text-3xl">{title}</h2>
        <p>
          {words.processingTitle}. <span className="text-mist">{words.processingText}</span>
        </p>
        <ProgressBar label={words.processingLabel} percent={percent} />
        <p className="text-sm text-mist tabular-nums">{words.processingProgress(percent)}</p>
      </div>
    </div>
  );
}
