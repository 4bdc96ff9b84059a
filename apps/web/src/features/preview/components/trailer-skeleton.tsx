import { Play } from 'lucide-react';
import { useMessages } from '../../../messages/use-messages.js';
import { ratioStyle } from '../lib/aspect-ratio.js';

/** Shows a placeholder with the player's aspect ratio while the trailer or the player loads. */
export function PlayerSkeleton({ aspectRatio }: { aspectRatio?: number | undefined }) {
  const t = useMessages();
  return (
    <div
      style={ratioStyle(aspectRatio)}
      className="skeleton-sweep relative grid aspect-(--ratio) w-full max-w-[calc(var(--stage-height)*var(--ratio))] place-items-center overflow-hidden rounded-[clamp(0.5rem,1.2vw,1.1rem)] bg-panel/92 shadow-screen"
    >
      <span
        aria-hidden="true"
        className="grid size-14 place-items-center rounded-full border border-white/12 text-white/20 sm:size-24"
      >
        <Play className="size-7 translate-x-0.5 fill-current sm:size-9" />
      </span>
      <p role="status" className="absolute inset-x-0 bottom-3 text-center text-sm text-muted sm:bottom-6">
        {t.preview.loadingTrailer}
      </p>
    </div>
  );
}

/** Shows a placeholder for the title and the description. */
export function DetailsSkeleton() {
  return (
    <div aria-hidden="true" className="trailer-details">
      <div className="grid content-start gap-3">
        <span className="skeleton-line h-7 w-4/5 sm:h-9" />
        <span className="skeleton-line h-4 w-28" />
      </div>
      <div className="grid content-start gap-3">
        <span className="skeleton-line h-4" />
        <span className="skeleton-line h-4 w-11/12" />
        <span className="skeleton-line h-4 w-3/5" />
      </div>
    </div>
  );
}
