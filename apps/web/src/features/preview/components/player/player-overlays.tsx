import { formatTime } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { Play, TriangleAlert, UserRoundX } from 'lucide-react';
import { Button } from '../../../../components/ui/button.js';
import { Spinner } from '../../../../components/ui/spinner.js';
import { useMessages } from '../../../../messages/use-messages.js';

interface BigPlayButtonProps {
  title: string;
  /** Resume position in seconds; undefined if playback starts at the beginning. */
  continuesAt: number | undefined;
  onPlay: () => void;
  onRestart: () => void;
}

/** Shows the large play button over a paused picture. */
export function BigPlayButton({ title, continuesAt, onPlay, onRestart }: BigPlayButtonProps) {
  const t = useMessages().player;
  return (
    <div
      className={clsx(
        // In small players the button is between the watermark and the control bar, and the resume position beside it.
        'pointer-events-none absolute inset-0 z-6 grid place-content-center place-items-center gap-3 pt-10 pb-16',
        continuesAt === undefined
          ? 'bg-black/25 @lg:gap-4 @lg:pt-0 @lg:pb-[4%]'
          : 'bg-black/65 @max-2xl:grid-cols-[auto_auto] @max-2xl:px-3 @lg:bg-black/50 @2xl:gap-4 @2xl:pt-0',
      )}
    >
      <button
        type="button"
        aria-label={t.playTitle(title)}
        onClick={onPlay}
        className="group pointer-events-auto grid size-12 place-items-center @xs:size-14 rounded-full border border-primary/80 bg-background/65 text-primary-bright backdrop-blur-sm transition-[transform,background-color,color] duration-300 hover:scale-106 hover:bg-primary hover:text-background @sm:size-16 @lg:size-24"
      >
        <Play className="size-6 translate-x-0.5 @xs:size-7 fill-current @lg:size-9" aria-hidden="true" />
      </button>
      {continuesAt !== undefined && <ResumeNotice seconds={continuesAt} onRestart={onRestart} />}
    </div>
  );
}

/** Shows the resume position and a button that restarts from the beginning. */
function ResumeNotice({ seconds, onRestart }: { seconds: number; onRestart: () => void }) {
  const t = useMessages().player;
  return (
    <div className="pointer-events-auto grid animate-appear justify-items-start text-sm @2xl:flex @2xl:items-center @2xl:rounded-full @2xl:bg-background/75 @2xl:px-1 @2xl:backdrop-blur-sm">
      <p role="status" className="text-foreground tabular-nums @2xl:px-2.5">
        {t.continuesAt(formatTime(seconds))}
      </p>
      <button
        type="button"
        onClick={onRestart}
        className="min-h-7 rounded-full text-primary-bright underline decoration-primary/60 underline-offset-4 hover:decoration-primary-bright @2xl:min-h-10 @2xl:px-2.5"
      >
        {t.fromBeginning}
      </button>
    </div>
  );
}

export function BufferingIndicator() {
  const t = useMessages().player;
  return (
    <div role="status" className="pointer-events-none absolute inset-0 grid place-items-center">
      <Spinner className="size-14 text-foreground drop-shadow-lg" />
      <span className="sr-only">{t.buffering}</span>
    </div>
  );
}

/** Shows a retry button when the video cannot be played (docs/product.md#player). */
export function ErrorPanel({ onRetry }: { onRetry: () => void }) {
  const messages = useMessages();
  const t = messages.player;
  return (
    <div
      role="alert"
      data-over-watermark
      className="absolute inset-0 z-20 grid place-items-center bg-background/85 p-4 backdrop-blur-lg"
    >
      <div className="grid max-w-md justify-items-center gap-3 text-center sm:gap-5">
        <TriangleAlert className="size-7 text-primary sm:size-9" aria-hidden="true" />
        <p className="text-pretty">{t.error}</p>
        <Button variant="secondary" onClick={onRetry}>
          {messages.common.tryAgain}
        </Button>
      </div>
    </div>
  );
}

/** Explains why playback is paused while the watermark is hidden (docs/product.md#player). */
export function WatermarkHiddenPanel() {
  const t = useMessages().player;
  return (
    <div
      role="alert"
      data-over-watermark
      className="absolute inset-0 z-9 grid place-items-center bg-background/92 p-4 pb-12"
    >
      <div className="grid max-w-lg justify-items-center gap-2 text-center sm:gap-4">
        <UserRoundX className="size-7 text-primary sm:size-9" aria-hidden="true" />
        <p className="font-semibold">{t.watermarkMissing}</p>
        <p className="text-sm text-pretty text-muted sm:text-base">{t.watermarkMissingHint}</p>
      </div>
    </div>
  );
}
