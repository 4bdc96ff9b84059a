import type { Flag, Person, PersonPage, Visit } from '@secure-preview/contracts';
import { FlagBadge } from '../../../../components/flags/flag-badge.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { flagSentence } from '../../lib/flag-text.js';
import { formatMoment, titleOf } from '../../lib/person-text.js';
import { DismissFlag } from './dismiss-flag.js';

interface FlagItemProps {
  flag: Flag;
  person: Person;
  /** Visit about which it is; undefined while its page is not loaded. */
  visit: Visit | undefined;
  trailers: PersonPage['trailers'];
}

/** A flag: what was seen, when, and in which version and visit. */
export function FlagItem({ flag, person, visit, trailers }: FlagItemProps) {
  const messages = useAudiencePageMessages();
  const t = messages.flags;
  const { at, trailerId, facts, dismissedAt, dismissedByName, blockedAt } = flag;
  const version = trailerId === null ? t.allVersions : titleOf(trailerId, trailers, messages).title;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-3 py-4 [overflow-wrap:anywhere] first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid gap-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[0.95rem]">
          {dismissedAt === null ? (
            <FlagBadge kind={facts.kind} />
          ) : (
            <span className="text-muted">{messages.admin.flagKinds[facts.kind]}</span>
          )}
          <time dateTime={at}>{formatMoment(at, messages)}</time>
        </p>
        <p className={dismissedAt === null ? undefined : 'text-muted'}>{flagSentence(facts, messages)}</p>
        <p className="text-sm text-muted">
          <bdi>{version}</bdi>
          {visit && ` · ${t.inVisit(formatMoment(visit.capturedAt, messages))}`}
        </p>
        {blockedAt !== null &&
          (isTakenBack(person, visit) ? (
            <p className="text-sm text-muted">{t.blockTakenBack(formatMoment(blockedAt, messages))}</p>
          ) : (
            <p className="text-sm text-destructive">
              {t.blocked(formatMoment(blockedAt, messages))}
              {dismissedAt !== null && `. ${t.blockStays}`}
            </p>
          ))}
        {dismissedAt !== null && (
          <p className="text-sm text-muted">
            {t.dismissed(formatMoment(dismissedAt, messages))}
            {dismissedByName && (
              <>
                {', '}
                <bdi>{messages.person.changes.byName(dismissedByName)}</bdi>
              </>
            )}
          </p>
        )}
      </div>
      <DismissFlag flag={flag} />
    </li>
  );
}

/** Returns whether it is known that neither the person is blocked nor the visit ended any more. */
const isTakenBack = ({ blocks }: Person, visit: Visit | undefined): boolean =>
  blocks?.length === 0 && visit?.visitEnded === false;
