import type { AccessRequest } from '@secure-preview/contracts';
import { Button } from '../../../../components/ui/button.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import type { Decision } from '../../api/access-requests.js';
import { dateText } from '../../lib/invitation-text.js';
import type { Selection } from '../../lib/use-selection.js';
import { SelectRow } from '../selection/select-row.js';

interface RequestItemProps {
  request: AccessRequest;
  /** Selects the request; absent if it cannot be selected. */
  selection: Selection | undefined;
  onDecide: (decision: Decision) => void;
  isPending: boolean;
  isDisabled: boolean;
}

/** A request for access, with its reason. An open one can be decided, a dismissed one still be allowed. */
export function RequestItem({ request, selection, onDecide, isPending, isDisabled }: RequestItemProps) {
  const messages = useAccessPageMessages();
  const t = messages.access.requests;
  const { name, email, reason, at, state, decidedAt, decidedByName } = request;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 first:pt-0">
      {selection && (
        <SelectRow
          label={t.select(name)}
          isSelected={selection.isSelected.has(request.id)}
          onSelect={(isSelected) => selection.select(request.id, isSelected)}
        />
      )}
      <div className="grid min-w-0 flex-[1_1_18rem] grid-cols-[minmax(0,1fr)] gap-1 [overflow-wrap:anywhere]">
        <p>
          <bdi className="font-medium">{name}</bdi>{' '}
          <bdi dir="ltr" className="text-primary-bright">
            {email}
          </bdi>
        </p>
        <p dir="auto" className="whitespace-pre-line">
          {reason || <span className="text-muted">{t.noReason}</span>}
        </p>
        <p className="text-sm text-muted">
          <time dateTime={at}>{t.askedAt(dateText(at, messages))}</time>
        </p>
        {decidedAt !== null && (
          <p className="text-sm text-muted">
            {t.states[state] ?? state}, <time dateTime={decidedAt}>{dateText(decidedAt, messages)}</time>
            {decidedByName !== null && (
              <>
                , <bdi>{messages.access.blocked.by(decidedByName)}</bdi>
              </>
            )}
          </p>
        )}
      </div>
      {state !== 'allowed' && (
        <div className="flex flex-wrap gap-3">
          <Button
            aria-label={t.allowOf(name)}
            pending={isPending}
            disabled={isDisabled}
            onClick={() => onDecide('allow')}
          >
            {t.allow}
          </Button>
          {state === 'open' && (
            <Button
              variant="secondary"
              aria-label={t.dismissOf(name)}
              disabled={isDisabled}
              onClick={() => onDecide('dismiss')}
            >
              {t.dismiss}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
