import { type LivePlayer, liveLimits } from '@secure-preview/contracts';
import { useQuery } from '@tanstack/react-query';
import { Radio } from 'lucide-react';
import { useState } from 'react';
import { AdminMain } from '../../../components/layout/admin-main.js';
import { NothingFound } from '../../../components/lists/nothing-found.js';
import { LoadFailed, Loading } from '../../../components/ui/load-states.js';
import { Notice } from '../../../components/ui/notice.js';
import { Panel } from '../../../components/ui/panel.js';
import { formatsOf, timeZoneName } from '../../../lib/formats.js';
import { SEARCH_DELAY_MS } from '../../../lib/list-page.js';
import { useDebounced } from '../../../lib/use-debounced.js';
import { useLivePageMessages } from '../../../messages/live-page/use-live-page-messages.js';
import { liveQuery } from '../api/live.js';
import { useLiveFilter } from '../lib/live-filter.js';
import { useTitles } from '../lib/use-titles.js';
import { LiveList } from './live-list.js';
import { LiveToolbar } from './live-toolbar.js';

interface LiveScreenProps {
  unlocked: boolean;
}

/** The live page of the admin area. */
export function LiveScreen({ unlocked }: LiveScreenProps) {
  const messages = useLivePageMessages();
  const t = messages.live;
  const zone = timeZoneName(messages.locale);
  const { number } = formatsOf(messages.locale);
  const { filter: input, change } = useLiveFilter();
  const [limit, setLimit] = useState<number>(liveLimits.page.default);
  const filter = { ...input, q: useDebounced(input.q.trim(), SEARCH_DELAY_MS) };
  const query = useQuery({ ...liveQuery(filter, limit), enabled: unlocked });
  const titles = useTitles(query.data?.players ?? [], unlocked);
  const live = query.data;
  const [kept, setKept] = useState<readonly LivePlayer[]>([]);
  const keep = (player: LivePlayer) => setKept([...kept.filter(({ id }) => id !== player.id), player]);
  return (
    <AdminMain title={t.title} shown={unlocked}>
      <p className="-mt-2 px-1 text-muted">{t.intro}</p>
      <Panel
        title={t.heading}
        icon={<Radio aria-hidden="true" />}
        aside={zone && <p className="text-sm text-muted">{t.zoneNote(zone)}</p>}
      >
        {query.isPending ? (
          <Loading />
        ) : !live ? (
          <LoadFailed text={t.failed} query={query} />
        ) : (
          <>
            {query.isError && (
              <Notice alarming>
                <p>{t.outdated}</p>
              </Notice>
            )}
            <p role="status" className={live.watching > 0 ? 'text-lg tabular-nums' : 'text-muted'}>
              {live.watching > 0
                ? t.counts(number.format(live.watching), number.format(live.playing))
                : t.nobody}
            </p>
            {(live.total > 0 || input.q !== '' || input.only !== '') && (
              <LiveToolbar filter={input} onFilter={change} busy={query.isPlaceholderData} />
            )}
            {live.flagsUnavailable && (
              <Notice alarming>
                <p>{t.flagsUnavailable}</p>
              </Notice>
            )}
            {live.total > 0 || kept.length > 0 ? (
              <LiveList
                live={live}
                sort={input.sort}
                kept={kept}
                onKeep={keep}
                titles={titles}
                onMore={() => setLimit(Math.min(limit + liveLimits.page.default, liveLimits.page.max))}
              />
            ) : (
              (filter.q !== '' || filter.only !== '') && (
                <NothingFound
                  text={filter.q === '' ? t.noneFlagged : t.nothingFound}
                  onClear={() => change({ q: '', only: '' })}
                />
              )
            )}
          </>
        )}
      </Panel>
    </AdminMain>
  );
}
