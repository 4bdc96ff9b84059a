import type { Invitation } from '@secure-preview/contracts';
import { useEffect, useRef, useState } from 'react';
import { ListEnd } from '../../../../components/lists/list-end.js';
import { Button } from '../../../../components/ui/button.js';
import { formatsOf } from '../../../../lib/formats.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import type { InvitationFilter } from '../../api/invitations.js';
import { useInvitationSelection } from '../../lib/use-invitation-selection.js';
import BlockOrUnblockDialog from '../blocked/block-or-unblock-dialog.js';
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
  const selection = useInvitationSelection(invitations, filter);
  const { selected, areLoadedSelected, isReading } = selection;
  return (
    <div ref={content} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-5 outline-none">
      <BulkBar
        selected={selected}
        onChanged={() => {
          selection.clear();
          setChanges(changes + 1);
        }}
      >
        <label className="flex min-h-11 cursor-pointer items-center gap-3 text-[0.95rem]">
          <input
            type="checkbox"
            checked={areLoadedSelected}
            ref={(box) => {
              if (box) box.indeterminate = selected.length > 0 && !areLoadedSelected;
            }}
            onChange={({ target }) => (target.checked ? selection.selectLoaded() : selection.clear())}
            className="checkbox control shrink-0"
          />
          {t.selectAll}
        </label>
        {total > invitations.length && (
          <Button
            variant="secondary"
            pending={isReading}
            disabled={isReading || stale || selected.length >= total}
            onClick={selection.selectMatching}
          >
            {t.selectMatching(number.format(total))}
          </Button>
        )}
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
