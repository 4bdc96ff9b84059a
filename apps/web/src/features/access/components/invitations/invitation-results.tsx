import type { Invitation } from '@secure-preview/contracts';
import { useEffect, useRef, useState } from 'react';
import { ListEnd } from '../../../../components/lists/list-end.js';
import { formatsOf } from '../../../../lib/formats.js';
import { readRows } from '../../../../lib/list-page.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { exportedInvitations, type InvitationFilter } from '../../api/invitations.js';
import { useSelection } from '../../lib/use-selection.js';
import BlockOrUnblockDialog from '../blocked/block-or-unblock-dialog.js';
import { SelectAll } from '../selection/select-all.js';
import { BulkBar } from './bulk-bar.js';
import { InvitationTable } from './invitation-table.js';

interface InvitationResultsProps {
  invitations: readonly Invitation[];
  /** Filter of these invitations. */
  filter: InvitationFilter;
  total: number;
  /** True while another filter loads. */
  stale: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
}

/** Loaded invitations with the actions on them. */
export function InvitationResults(props: InvitationResultsProps) {
  const { invitations, filter, total, stale, hasMore, isLoadingMore, onMore } = props;
  const messages = useAccessPageMessages();
  const t = messages.access.invitations;
  const { number } = formatsOf(messages.locale);
  const [toBlock, setToBlock] = useState<Invitation>();
  const [changes, setChanges] = useState(0);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The buttons are disabled without a selection. Runs after a dialog has returned the focus to one of them.
    if (changes > 0) content.current?.focus();
  }, [changes]);
  const selection = useSelection({
    loaded: invitations,
    readMatching: (signal) => readRows(exportedInvitations(filter).readPage, signal),
    failed: t.failed,
  });
  return (
    <div ref={content} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-5 outline-none">
      <BulkBar
        selected={selection.selectedRows}
        onChanged={() => {
          selection.clear();
          setChanges(changes + 1);
        }}
      >
        <SelectAll
          selection={selection}
          label={t.selectAll}
          matchingLabel={total > invitations.length ? t.selectMatching(number.format(total)) : undefined}
          total={total}
          stale={stale}
        />
      </BulkBar>
      <InvitationTable
        invitations={invitations}
        selected={selection.isSelected}
        onSelect={selection.select}
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
