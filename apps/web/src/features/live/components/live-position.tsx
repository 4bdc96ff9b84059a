import { formatTime, type LivePlayer, type LiveState } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { CircleCheck, Pause, Play, WifiOff } from 'lucide-react';
import { formatsOf } from '../../../lib/formats.js';
import { useLivePageMessages } from '../../../messages/live-page/use-live-page-messages.js';

const icons = { playing: Play, paused: Pause, ended: CircleCheck, noSignal: WifiOff } satisfies Record<
  LiveState,
  unknown
>;

interface LivePositionProps {
  player: LivePlayer;
  title: string;
  /** Hides the state. */
  gone: boolean;
}

/** What a player does: state, title of the version, the position with a bar, and how many more its visit has. */
export function LivePosition({ player, title, gone }: LivePositionProps) {
  const messages = useLivePageMessages();
  const t = messages.live;
  const { state, position, trailerSeconds, more = 0 } = player;
  const Icon = icons[state];
  const share = trailerSeconds ? Math.min(1, position / trailerSeconds) : undefined;
  const time = formatTime(position);
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {!gone && (
          <span
            className={clsx(
              'inline-flex items-center gap-1.5 font-medium',
              state === 'playing' ? 'text-success' : state === 'noSignal' ? 'text-destructive' : 'text-muted',
            )}
          >
            <Icon className="size-4" aria-hidden="true" />
            {t.states[state]}
          </span>
        )}
        <bdi>{title}</bdi>
      </p>
      {share !== undefined && (
        <span aria-hidden="true" dir="ltr" className="h-1.5 overflow-hidden rounded-full bg-white/12">
          <span className="block h-full rounded-full bg-primary" style={{ inlineSize: `${share * 100}%` }} />
        </span>
      )}
      <p className="text-sm tabular-nums">
        <bdi dir="ltr">{trailerSeconds === null ? time : t.position(time, formatTime(trailerSeconds))}</bdi>
      </p>
      {more > 0 && (
        <p className="text-sm text-muted">{t.more(more, formatsOf(messages.locale).number.format(more))}</p>
      )}
    </div>
  );
}
