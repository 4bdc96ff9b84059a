import {
  type LivePlayer,
  type LiveSort,
  liveLimits,
  type liveRoutes,
  type RouteResponse,
} from '@secure-preview/contracts';
import { Button } from '../../../components/ui/button.js';
import { formatsOf } from '../../../lib/formats.js';
import { useLivePageMessages } from '../../../messages/live-page/use-live-page-messages.js';
import { LiveRow } from './live-row.js';

interface LiveListProps {
  live: RouteResponse<typeof liveRoutes.list>;
  sort: LiveSort;
  /** Players whose playback this page has ended. They stay in the list, where it can be allowed again. */
  kept: readonly LivePlayer[];
  onKeep: (player: LivePlayer) => void;
  /** Titles of the versions by id. */
  titles: ReadonlyMap<string, string>;
  onMore: () => void;
}

/** Open players. At first those that began first are at the top, so that nothing moves when others come. */
export function LiveList({ live: { players, total }, sort, kept, onKeep, titles, onMore }: LiveListProps) {
  const messages = useLivePageMessages();
  const t = messages.live;
  const { number } = formatsOf(messages.locale);
  const { max } = liveLimits.page;
  return (
    <>
      <ul aria-label={t.listLabel} className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {withKept(players, kept, sort).map((player) => (
          <LiveRow
            key={player.id}
            player={player}
            title={titles.get(player.trailerId)}
            gone={player.state === 'noSignal' && kept.some((gone) => isSamePlayback(gone, player))}
            onPlaybackChanged={() => onKeep(player)}
          />
        ))}
      </ul>
      {total > players.length && (
        <div className="flex flex-wrap items-center justify-between gap-4">
          {/* Not a live region: the number changes with each visitor. */}
          <p className="text-sm text-muted tabular-nums">
            {messages.lists.shown(number.format(players.length), number.format(total))}
            {players.length >= max && ` · ${t.tooMany}`}
          </p>
          {players.length < max && (
            <Button variant="secondary" onClick={onMore}>
              {messages.lists.loadMore}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

const isSamePlayback = (a: LivePlayer, b: LivePlayer) => a.leadId === b.leadId && a.trailerId === b.trailerId;

/** Adds kept players that are not open any more at their places. They give way to a new player of the same playback. */
function withKept(players: readonly LivePlayer[], kept: readonly LivePlayer[], sort: LiveSort): LivePlayer[] {
  const sign = sort === 'newest' ? -1 : 1;
  const gone = kept.filter((player) => !players.some((open) => isSamePlayback(open, player)));
  return [...players, ...gone.map((player) => ({ ...player, state: 'noSignal' as const }))].sort(
    (a, b) => sign * (a.startedAt.localeCompare(b.startedAt) || a.id.localeCompare(b.id)),
  );
}
