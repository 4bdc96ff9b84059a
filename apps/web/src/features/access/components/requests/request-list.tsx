import type { AccessRequest } from '@secure-preview/contracts';
import { formatsOf } from '../../../../lib/formats.js';
import { readRows } from '../../../../lib/list-page.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { type Decision, exportedRequests, type RequestFilter } from '../../api/access-requests.js';
import { useSelection } from '../../lib/use-selection.js';
import { SelectAll } from '../selection/select-all.js';
import { DismissBar } from './dismiss-bar.js';
import { RequestItem } from './request-item.js';

interface RequestListProps {
  requests: readonly AccessRequest[];
  /** Filter of these requests. */
  filter: RequestFilter;
  total: number;
  /** True while another filter loads. */
  stale: boolean;
  /** The request that is being decided. */
  pendingId: string | undefined;
  onDecide: (request: AccessRequest) => (decision: Decision) => void;
  onDismissed: () => void;
}

/** Loaded requests. In a list of open ones, they can be selected and dismissed together. */
export function RequestList(props: RequestListProps) {
  const { requests, filter, total, stale, pendingId, onDecide, onDismissed } = props;
  const messages = useAccessPageMessages();
  const t = messages.access.requests;
  const { number } = formatsOf(messages.locale);
  const selection = useSelection({
    loaded: requests,
    readMatching: (signal) => readRows(exportedRequests(filter).readPage, signal),
    failed: t.failed,
  });
  const canSelect = filter.state === 'open';
  return (
    <>
      {canSelect && (
        <DismissBar
          selected={selection.selected}
          onDismissed={() => {
            selection.clear();
            onDismissed();
          }}
        >
          <SelectAll
            selection={selection}
            label={t.selectAll}
            matchingLabel={total > requests.length ? t.selectMatching(number.format(total)) : undefined}
            total={total}
            stale={stale}
          />
        </DismissBar>
      )}
      <ul aria-label={t.listLabel} className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {requests.map((request) => (
          <RequestItem
            key={request.id}
            request={request}
            selection={canSelect ? selection : undefined}
            onDecide={onDecide(request)}
            isPending={pendingId === request.id}
            isDisabled={pendingId !== undefined}
          />
        ))}
      </ul>
    </>
  );
}
