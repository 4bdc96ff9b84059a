import type { Invitation } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { InvitationRow } from './invitation-row.js';

const headings = ['person', 'state', 'watched', 'valid', 'invited', 'actions'] as const;

interface InvitationTableProps {
  invitations: readonly Invitation[];
  selected: ReadonlySet<string>;
  onSelect: (id: string, isSelected: boolean) => void;
  onBlock: (invitation: Invitation) => void;
  /** True while another filter loads. */
  stale: boolean;
}

/** Table on wide screens. On narrow screens each invitation is a card with labelled lines. */
export function InvitationTable({ invitations, selected, onSelect, onBlock, stale }: InvitationTableProps) {
  const t = useAccessPageMessages().access.invitations;
  return (
    <table
      aria-label={t.listLabel}
      aria-busy={stale}
      className={clsx(
        'w-full text-start text-[0.95rem] transition-opacity max-xl:block',
        stale && 'opacity-55',
      )}
    >
      <thead className="border-b border-line-strong/60 text-sm text-muted max-xl:hidden">
        <tr>
          <td />
          {headings.map((heading) => (
            <th key={heading} scope="col" className="px-3 py-2.5 text-start font-medium whitespace-nowrap">
              {t[heading]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-xl:grid max-xl:grid-cols-[minmax(0,1fr)] md:max-xl:grid-cols-2 md:max-xl:gap-x-8">
        {invitations.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            isSelected={selected.has(invitation.id)}
            onSelect={(isSelected) => onSelect(invitation.id, isSelected)}
            onBlock={() => onBlock(invitation)}
          />
        ))}
      </tbody>
    </table>
  );
}
