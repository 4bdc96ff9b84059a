import { liveLimits, type liveRoutes, type RouteResponse } from '@secure-preview/contracts';
import { Button } from '../../../components/ui/button.js';
import { formatsOf } from '../../../lib/formats.js';
import { useLivePageMessages } from '../../../messages/live-page/use-live-page-messages.js';
import { LiveRow } from './live-row.js';

interface LiveListProps {
  live: RouteResponse<typeof liveRoutes.list>;
  /** Titles of the versions by id. */
  titles: ReadonlyMap<string, string>;
  onMore: () => void;
}

/** Open players, those that began first at the top, so that nothing moves when others come. */
export function LiveList({ live: { players, total }, titles, onMore }: LiveListProps) {
  const messages = useLivePageMessages();
  const t = messages.live;
  const { number } = formatsOf(messages.locale);
  const { max } = liveLimits.page;
  return (
    <>
      <ul aria-label={t.listLabel} className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {players.map((player) => (
          <LiveRow key={player.id} player={player} title={titles.get(player.trailerId)} />
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
