import type { BlockChange } from '@secure-preview/contracts';
import { useQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { LoadFailed, Loading } from '../../../../components/ui/load-states.js';
import { Panel } from '../../../../components/ui/panel.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../../components/ui/toast/toast-store.js';
import { formatsOf } from '../../../../lib/formats.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { blocksQuery, useRemoveBlock } from '../../api/blocks.js';
import { BlockDetails } from './block-details.js';
import { BlockForm } from './block-form.js';

const keyOf = ({ kind, value, at }: BlockChange) => `${kind} ${value} ${at}`;

/** Blocked addresses, domains and networks. */
export function BlockedSection({ unlocked }: { unlocked: boolean }) {
  const messages = useAccessPageMessages();
  const t = messages.access.blocked;
  const { number } = formatsOf(messages.locale);
  const query = useQuery({ ...blocksQuery, enabled: unlocked });
  const remove = useRemoveBlock();
  const content = useRef<HTMLDivElement>(null);
  const { blocks = [], history = [] } = query.data ?? {};

  const unblock = (block: BlockChange) =>
    remove.mutate(block, {
      onSuccess: () => {
        // The button has disappeared.
        content.current?.focus();
        toast({ title: t.unblocked.title, description: t.unblocked.text(block.value) });
      },
      onError: (error) => toastFailure(error, t.unblockFailed.title, t.unblockFailed.text, messages),
    });

  return (
    <Panel
      title={blocks.length > 0 ? t.titleWithCount(number.format(blocks.length)) : t.title}
      icon={<Ban aria-hidden="true" />}
    >
      {query.isPending ? (
        <Loading />
      ) : !query.data ? (
        <LoadFailed text={t.failed} query={query} />
      ) : (
        <div ref={content} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-5 outline-none">
          <BlockForm />
          {blocks.length === 0 ? (
            <p className="text-muted">{t.empty}</p>
          ) : (
            <ul aria-label={t.listLabel} className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
              {blocks.map((block) => (
                <li
                  key={keyOf(block)}
                  className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3"
                >
                  <BlockDetails change={block} />
                  <Button
                    variant="secondary"
                    aria-label={t.unblockOf(block.value)}
                    disabled={remove.isPending}
                    onClick={() => unblock(block)}
                  >
                    {t.unblock}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {history.length > 0 && (
            <details>
              <summary className="w-fit cursor-pointer text-primary-bright">{t.history}</summary>
              <ol
                aria-label={t.historyLabel}
                className="mt-2 grid grid-cols-[minmax(0,1fr)] divide-y divide-line"
              >
                {history.map((change) => (
                  <li key={keyOf(change)} className="py-3">
                    <BlockDetails change={change} showsAction />
                  </li>
                ))}
              </ol>
            </details>
          )}
        </div>
      )}
    </Panel>
  );
}
