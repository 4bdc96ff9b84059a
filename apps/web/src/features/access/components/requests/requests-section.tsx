import type { AccessRequest } from '@secure-preview/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ExportBar } from '../../../../components/lists/export-bar.js';
import { ListEnd } from '../../../../components/lists/list-end.js';
import { ListOutdated } from '../../../../components/lists/list-outdated.js';
import { NothingFound } from '../../../../components/lists/nothing-found.js';
import { LoadFailed, Loading } from '../../../../components/ui/load-states.js';
import { Panel } from '../../../../components/ui/panel.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../../components/ui/toast/toast-store.js';
import { formatsOf, timeZoneName } from '../../../../lib/formats.js';
import { SEARCH_DELAY_MS } from '../../../../lib/list-page.js';
import { useDebounced } from '../../../../lib/use-debounced.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import {
  accessRequestsQuery,
  type Decision,
  exportedRequests,
  type RequestFilter,
  useDecideRequest,
} from '../../api/access-requests.js';
import { RequestList } from './request-list.js';
import { RequestToolbar } from './request-toolbar.js';

/** Fragment of the links in alerts. */
const FRAGMENT = '#requests';
const openRequests: RequestFilter = { q: '', state: 'open', sort: 'newest' };

/** Visitors who ask for access: at first the open requests. */
export function RequestsSection({ unlocked }: { unlocked: boolean }) {
  const messages = useAccessPageMessages();
  const t = messages.access.requests;
  const { number } = formatsOf(messages.locale);
  const zone = timeZoneName(messages.locale);
  const [input, setInput] = useState(openRequests);
  const filter = { ...input, q: useDebounced(input.q.trim(), SEARCH_DELAY_MS) };
  const query = useInfiniteQuery({ ...accessRequestsQuery(filter), enabled: unlocked });
  const decide = useDecideRequest();
  const content = useRef<HTMLDivElement>(null);
  const [dismissals, setDismissals] = useState(0);
  useEffect(() => {
    // The button is disabled without a selection. Runs after the dialog has returned the focus to it.
    if (dismissals > 0) content.current?.focus();
  }, [dismissals]);
  const last = query.data?.pages.at(-1);
  const isLoaded = last !== undefined;
  useEffect(() => {
    if (!isLoaded || location.hash !== FRAGMENT) return;
    content.current?.focus({ preventScroll: true });
    content.current?.closest('section')?.scrollIntoView();
  }, [isLoaded]);
  const open = last?.open ?? 0;
  const requests = query.data?.pages.flatMap((page) => page.requests) ?? [];
  const hasOnlyOpen = filter.state === 'open' && filter.q === '';

  const decideOn = (request: AccessRequest) => (decision: Decision) =>
    decide.mutate(
      { request, decision },
      {
        onSuccess: () => {
          // The buttons have disappeared.
          content.current?.focus();
          toast(
            decision === 'allow'
              ? { title: t.allowed.title, description: t.allowed.text(request.email) }
              : { title: t.dismissed.title, description: t.dismissed.text(request.name) },
          );
        },
        onError: (error) => toastFailure(error, t.decideFailed.title, t.decideFailed.text, messages),
      },
    );

  return (
    <Panel
      title={open > 0 ? t.titleWithCount(number.format(open)) : t.title}
      icon={<Inbox aria-hidden="true" />}
      aside={zone && <p className="text-sm text-muted">{messages.access.zoneNote(zone)}</p>}
    >
      <RequestToolbar
        filter={input}
        onFilter={(changed) => setInput({ ...input, ...changed })}
        busy={query.isFetching}
        onRefresh={() => void query.refetch()}
      />
      <ListOutdated query={query} />
      {query.isPending ? (
        <Loading />
      ) : !last ? (
        <LoadFailed text={t.failed} query={query} />
      ) : (
        <div ref={content} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-5 outline-none">
          <p role="status" className={open > 0 || !hasOnlyOpen ? 'sr-only' : 'text-muted'}>
            {open > 0 ? t.open(number.format(open)) : t.empty}
          </p>
          {last.total > 0 ? (
            <>
              <p className="text-[0.95rem] text-muted">{t.note}</p>
              <RequestList
                // Clears the selection when the filter changes.
                key={`${filter.state} ${filter.q}`}
                requests={requests}
                filter={filter}
                total={last.total}
                stale={query.isPlaceholderData}
                pendingId={decide.isPending ? decide.variables.request.id : undefined}
                onDecide={decideOn}
                onDismissed={() => setDismissals(dismissals + 1)}
              />
              <ListEnd
                shown={requests.length}
                total={last.total}
                hasMore={query.hasNextPage && !query.isPlaceholderData}
                isLoadingMore={query.isFetchingNextPage}
                onMore={() => void query.fetchNextPage()}
              />
              <ExportBar label={t.exportLabel} source={exportedRequests(filter)} total={last.total} />
            </>
          ) : (
            !hasOnlyOpen && (
              <NothingFound
                text={t.nothingFound}
                onClear={() => setInput({ ...openRequests, sort: input.sort })}
              />
            )
          )}
        </div>
      )}
    </Panel>
  );
}
