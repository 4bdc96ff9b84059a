import { formatTime } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { Clock } from 'lucide-react';
import { useMessages } from '../../../messages/use-messages.js';
import { DescriptionText } from './description-text.js';

interface TrailerDetailsProps {
  title: string;
  /** Seconds; undefined until known. */
  duration: number | undefined;
  /** Text or markup; empty if there is none, undefined until known. */
  description: string | undefined;
}

/** Shows the title, runtime and description below the player. */
export function TrailerDetails({ title, duration, description }: TrailerDetailsProps) {
  const t = useMessages();
  return (
    <div className={clsx('trailer-details', description === '' && 'trailer-details-only')}>
      <div className="grid content-start gap-3">
        <h1 className="title-wide text-[clamp(1.5rem,2.9vw,2.35rem)] [overflow-wrap:anywhere]">
          <bdi>{title}</bdi>
        </h1>
        {/* Reserves the line: the duration is unknown until the video loads. */}
        <p className="flex min-h-6 items-center gap-2 text-[0.95rem] text-muted tabular-nums">
          {duration !== undefined && (
            <>
              <Clock className="size-4 text-primary" aria-hidden="true" />
              {t.preview.runtime(formatTime(duration))}
            </>
          )}
        </p>
      </div>
      {description && <DescriptionText description={description} />}
      {/* Reserves the space to avoid a layout shift when the text loads. */}
      {description === undefined && <div className="min-h-20" />}
    </div>
  );
}
