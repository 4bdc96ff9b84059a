import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useRef } from 'react';
import { LoadFailed, Loading } from '../../../../components/ui/load-states.js';
import { Panel } from '../../../../components/ui/panel.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../../components/ui/toast/toast-store.js';
import { formatsOf } from '../../../../lib/formats.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { accessRequestsQuery, type Decision, useDecideRequest } from '../../api/access-requests.js';
import { RequestItem } from './request-item.js';

/** Visitors who ask for access. */
export function RequestsSection({ unlocked }: { unlocked: boolean }) {
  const messages = useAccessPageMessages();
  const t = messages.access.requests;
  const { number } = formatsOf(messages.locale);
  const query = useQuery({ ...accessRequestsQuery, enabled: unlocked });
  const decide = useDecideRequest();
  const content = useRef<HTMLDivElement>(null);
  const open = query.data?.filter(({ state }) => state === 'open') ?? [];
  const decided = query.data?.filter(({ state }) => state !== 'open') ?? [];

  const decideOn = (request: (typeof open)[number]) => (decision: Decision) =>
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
      title={open.length > 0 ? t.titleWithCount(number.format(open.length)) : t.title}
      icon={<Inbox aria-hidden="true" />}
    >
      {query.isPending ? (
        <Loading />
      ) : !query.data ? (
        <LoadFailed text={t.failed} query={query} />
      ) : (
        <div ref={content} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-5 outline-none">
          <p role="status" className={open.length > 0 ? 'sr-only' : 'text-muted'}>
            {open.length > 0 ? t.open(number.format(open.length)) : t.empty}
          </p>
          {open.length > 0 && (
            <>
              <p className="text-[0.95rem] text-muted">{t.note}</p>
              <ul aria-label={t.listLabel} className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
                {open.map((request) => (
                  <RequestItem
                    key={request.id}
                    request={request}
                    onDecide={decideOn(request)}
                    isPending={decide.isPending && decide.variables.request.id === request.id}
                    isDisabled={decide.isPending}
                  />
                ))}
              </ul>
            </>
          )}
          {decided.length > 0 && (
            <details>
              <summary className="w-fit cursor-pointer text-primary-bright">
                {t.decidedLabel(number.format(decided.length))}
              </summary>
              <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
                {decided.map((request) => (
                  <RequestItem key={request.id} request={request} />
                ))}
              </ul>
            </details>
          )}
        </div>
      )}
    </Panel>
  );
}
