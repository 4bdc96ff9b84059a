import type { AccessRequest } from '@secure-preview/contracts';
import { Button } from '../../../../components/ui/button.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import type { Decision } from '../../api/access-requests.js';
import { dateText } from '../../lib/invitation-text.js';

interface RequestItemProps {
  request: AccessRequest;
  /** Absent if the request was decided. */
  onDecide?: (decision: Decision) => void;
  isPending?: boolean;
  isDisabled?: boolean;
}

/** A request for access, with its reason. */
export function RequestItem({ request, onDecide, isPending = false, isDisabled = false }: RequestItemProps) {
  const messages = useAccessPageMessages();
  const t = messages.access.requests;
  const { name, email, reason, at, state } = request;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 first:pt-0">
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
      </div>
      {onDecide ? (
        <div className="flex flex-wrap gap-3">
          <Button
            aria-label={t.allowOf(name)}
            pending={isPending}
            disabled={isDisabled}
            onClick={() => onDecide('allow')}
          >
            {t.allow}
          </Button>
          <Button
            variant="secondary"
            aria-label={t.dismissOf(name)}
            disabled={isDisabled}
            onClick={() => onDecide('dismiss')}
          >
            {t.dismiss}
          </Button>
        </div>
      ) : (
        <p className="text-sm text-muted">{t.states[state] ?? state}</p>
      )}
    </li>
  );
}
