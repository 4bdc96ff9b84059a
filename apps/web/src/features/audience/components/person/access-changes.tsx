import type { AccessChange, AccessHistory, PersonPage } from '@secure-preview/contracts';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { formatMoment, formatNumber, titleOf } from '../../lib/person-text.js';

interface AccessChangesProps {
  history: AccessHistory;
  /** Names the list for screen readers. */
  label: string;
  trailers: PersonPage['trailers'];
}

/** Changes of access with time and author, oldest first. */
export function AccessChanges({ history, label, trailers }: AccessChangesProps) {
  const messages = useAudiencePageMessages();
  const t = messages.person.changes;
  return (
    <div className="grid gap-2 text-[0.95rem]">
      {history.omitted > 0 && (
        <p className="text-sm text-muted">{t.omitted(formatNumber(history.omitted, messages))}</p>
      )}
      <ol aria-label={label} className="grid gap-1.5">
        {history.changes.map((change) => (
          <li key={change.id} className="[overflow-wrap:anywhere]">
            <time dateTime={change.at} className="me-1 text-muted tabular-nums">
              {formatMoment(change.at, messages)}
            </time>{' '}
            {t.actions[change.action]}
            <Concerned change={change} trailers={trailers} />
            <span className="text-muted">
              {', '}
              {change.byName === null ? t.by[change.by] : <bdi>{t.byName(change.byName)}</bdi>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** What a change concerns: a version, a blocked value, or an invitation with its end. */
function Concerned({ change, trailers }: { change: AccessChange } & Pick<AccessChangesProps, 'trailers'>) {
  const messages = useAudiencePageMessages();
  const t = messages.person;
  const { action, trailerId, kind, value, endsAt } = change;
  if (trailerId !== null) {
    return (
      <>
        {': '}
        <bdi>{titleOf(trailerId, trailers, messages).title}</bdi>
      </>
    );
  }
  if (value === null) return null;
  const isOpen = action === 'invited' || action === 'invitationExtended';
  return (
    <>
      {': '}
      {kind && `${t.blockKinds[kind]} `}
      <bdi dir="ltr">{value}</bdi>
      {isOpen &&
        `, ${endsAt === null ? t.changes.withoutEnd : t.changes.until(formatMoment(endsAt, messages))}`}
    </>
  );
}
