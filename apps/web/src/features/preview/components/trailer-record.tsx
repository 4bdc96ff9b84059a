import { formatTime } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { Clock } from 'lucide-react';
import { messages } from '../../../messages/index.js';
import { DescriptionText } from './description-text.js';

interface TrailerRecordProps {
  title: string;
  /** Seconds; undefined until known. */
  duration: number | undefined;
  /** Text or markup; empty when there is none, undefined until known. */
  description: string | undefined;
}

/** Below the player: title, runtime and what the trailer is about, as the administrator wrote it. */
export function TrailerRecord({ title, duration, description }: TrailerRecordProps) {
  return (
    <div className={clsx('record animate-appear', description === '' && 'record-alone')}>
      <div className="grid content-start gap-3">
        <h1 className="title-wide text-[clamp(1.5rem,2.9vw,2.35rem)] [overflow-wrap:anywhere]">{title}</h1>
        {/* The line is kept free: the length comes with the film. */}
        <p className="flex min-h-6 items-center gap-2 text-[0.95rem] text-muted tabular-nums">
          {duration !== undefined && (
            <>
              <Clock className="size-4 text-primary" aria-hidden="true" />
              {messages.preview.runtime(formatTime(duration))}
            </>
          )}
        </p>
      </div>
      {description && <DescriptionText description={description} />}
      {/* Keeps the room, so that nothing moves when the text comes. */}
      {description === undefined && <div className="min-h-20" />}
    </div>
  );
}
