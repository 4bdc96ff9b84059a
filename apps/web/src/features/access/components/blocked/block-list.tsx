import { type BlockChange, type BlockTarget } from '@secure-preview/contracts';
import { Button } from '../../../../components/ui/button.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../../components/ui/toast/toast-store.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { useRemoveBlocks } from '../../api/blocks.js';
import { BlockDetails } from './block-details.js';

export const keyOfChange = ({ kind, value, at }: BlockChange) => `${kind} ${value} ${at}`;

interface BlockListProps {
  blocks: readonly BlockChange[];
  /** Called after a block was removed, when its button has disappeared. */
  onRemoved: () => void;
}

/** Present blocks, each with a button to remove it. */
export function BlockList({ blocks, onRemoved }: BlockListProps) {
  const messages = useAccessPageMessages();
  const t = messages.access.blocked;
  const remove = useRemoveBlocks();
  const unblock = ({ kind, value }: BlockChange) =>
    remove.mutate([{ kind, value } as BlockTarget], {
      onSuccess: () => {
        onRemoved();
        toast({ title: t.unblocked.title, description: t.unblocked.text(value) });
      },
      onError: (error) => toastFailure(error, t.unblockFailed.title, t.unblockFailed.text, messages),
    });
  return (
    <ul aria-label={t.listLabel} className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
      {blocks.map((block) => (
        <li
          key={keyOfChange(block)}
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
  );
}
