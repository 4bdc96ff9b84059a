import { type BlockChange, isAutomaticBlock } from '@secure-preview/contracts';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { dateText } from '../../lib/invitation-text.js';

interface BlockDetailsProps {
  change: BlockChange;
  /** Says whether the change blocked or unblocked. */
  showsAction?: boolean;
}

/** What was blocked, when, and by whom. */
export function BlockDetails({ change, showsAction = false }: BlockDetailsProps) {
  const messages = useAccessPageMessages();
  const t = messages.access.blocked;
  const { kind, value, note, blocked, byName, at } = change;
  const portal = isAutomaticBlock(change) ? t.automatic : t.operator;
  return (
    <div className="grid min-w-0 flex-[1_1_18rem] grid-cols-[minmax(0,1fr)] gap-0.5 [overflow-wrap:anywhere]">
      <p>
        <span className="me-2 text-muted">{t.kinds[kind] ?? kind}</span>
        <bdi dir="ltr" className="font-medium">
          {value}
        </bdi>{' '}
        {showsAction && (blocked ? t.wasBlocked : t.wasUnblocked)}
      </p>
      {note && <p dir="auto">{note}</p>}
      <p className="text-sm text-muted">
        <time dateTime={at}>{dateText(at, messages)}</time>
        {', '}
        <bdi>{byName === null ? portal : t.by(byName)}</bdi>
      </p>
    </div>
  );
}
