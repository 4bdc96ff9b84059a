import type { Invitation } from '@secure-preview/contracts';
import { useEffect, useRef, useState } from 'react';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import BlockOrUnblockDialog from '../blocked/block-or-unblock-dialog.js';
import { ListEnd } from '../lists/list-end.js';
import { BulkBar } from './bulk-bar.js';
import { InvitationTable } from './invitation-table.js';

interface InvitationResultsProps {
  invitations: readonly Invitation[];
  total: number;
  /** True while another filter loads. */
  stale: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
}

/** Loaded invitations with the actions on them. */
export function InvitationResults(props: InvitationResultsProps) {
  const { invitations, total, stale, hasMore, isLoadingMore, onMore } = props;
  const t = useAccessPageMessages().access.invitations;
  const [toBlock, setToBlock] = useState<Invitation>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [changes, setChanges] = useState(0);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The buttons are disabled without a selection. Runs after a dialog has returned the focus to one of them.
    if (changes > 0) content.current?.focus();
  }, [changes]);
  // Drops invitations that the list no longer contains.
  const selected = invitations.map(({ id }) => id).filter((id) => chosen.has(id));
  const areAllSelected = selected.length === invitations.length;
  const select = (ids: readonly string[], isSelected: boolean) => {
    const rest = selected.filter((id) => !ids.includes(id));
    setChosen(new Set(isSelected ? [...rest, ...ids] : rest));
  };
  return (
    <div ref={content} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-5 outline-none">
      <BulkBar
        selected={selected}
        onChanged={() => {
          setChosen(new Set());
          setChanges(changes + 1);
        }}
      >
        <label className="flex min-h-11 cursor-pointer items-center gap-3 text-[0.95rem]">
          <input
            type="checkbox"
            checked={areAllSelected}
            ref={(box) => {
              if (box) box.indeterminate = selected.length > 0 && !areAllSelected;
            }}
            onChange={({ target }) =>
              select(
                invitations.map(({ id }) => id),
                target.checked,
              )
            }
            className="checkbox control shrink-0"
          />
          {t.selectAll}
        </label>
      </BulkBar>
      <InvitationTable
        invitations={invitations}
        selected={new Set(selected)}
        onSelect={(id, isSelected) => select([id], isSelected)}
        onBlock={setToBlock}
        stale={stale}
      />
      {toBlock && (
        <BlockOrUnblockDialog
          person={{ name: toBlock.name || toBlock.email, email: toBlock.email, blocks: toBlock.blocks }}
          onClose={() => setToBlock(undefined)}
        />
      )}
      <ListEnd
        shown={invitations.length}
        total={total}
        hasMore={hasMore}
        isLoadingMore={isLoadingMore}
        onMore={onMore}
      />
    </div>
  );
}
