import type { ListedPerson } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { personPath } from '../../../../lib/audience-paths.js';
import { formatsOf } from '../../../../lib/formats.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { watchedText } from '../../lib/people-text.js';
import { formatMoment } from '../../lib/person-text.js';

/** A person with a link to the page of the person. On narrow screens a card. */
export function PersonRow({ person }: { person: ListedPerson }) {
  const messages = useAudiencePageMessages();
  const t = messages.audience.list;
  const { number } = formatsOf(messages.locale);
  const { id, name, email, verifiedBy, firstAt, lastAt, visits, networks, flags } = person;
  return (
    <tr className="border-b border-line last:border-0 hover:bg-white/3 max-xl:flex max-xl:flex-wrap max-xl:items-baseline max-xl:content-start max-xl:gap-x-4 max-xl:gap-y-1 max-xl:py-4">
      <td className="min-w-32 align-top [overflow-wrap:anywhere] max-xl:basis-full xl:w-1/5 xl:px-3 xl:py-3.5">
        <span className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
          <Link
            href={personPath(id)}
            className="font-medium text-primary-bright underline decoration-primary/50 underline-offset-4 hover:decoration-primary-bright"
          >
            <bdi>{name}</bdi>
          </Link>
          <span className="text-[0.8rem] text-muted xl:basis-full">
            {messages.admin.leads.proofs[verifiedBy]}
          </span>
        </span>
      </td>
      <td className="align-top [overflow-wrap:anywhere] max-xl:basis-full max-xl:text-sm xl:w-1/4 xl:min-w-48 xl:px-3 xl:py-3.5">
        <bdi dir="ltr">{email}</bdi>
      </td>
      <Cell label={t.first}>
        <time dateTime={firstAt}>{formatMoment(firstAt, messages)}</time>
      </Cell>
      <Cell label={t.last}>
        <time dateTime={lastAt}>{formatMoment(lastAt, messages)}</time>
      </Cell>
      <Cell label={t.visits}>{number.format(visits)}</Cell>
      <Cell label={t.networks}>{number.format(networks)}</Cell>
      <Cell label={t.watched}>
        <Watched person={person} />
      </Cell>
      <Cell label={t.flags}>{flags > 0 ? <Mark>{number.format(flags)}</Mark> : number.format(flags)}</Cell>
      <Cell label={t.blocked}>
        {isBlocked(person) ? <Mark>{t.blockedStates.yes}</Mark> : t.blockedStates.no}
      </Cell>
    </tr>
  );
}

/** Returns the present state if auth-service knows it, otherwise the copy by which the list is sorted. */
const isBlocked = ({ blocks, blocked }: ListedPerson): boolean => (blocks ? blocks.length > 0 : blocked);

/** A value that needs attention. */
function Mark({ children }: { children: ReactNode }) {
  return (
    <span className="rounded-full border border-destructive/60 bg-destructive-deep px-2 py-0.5 text-[0.75rem] leading-tight font-medium whitespace-nowrap text-destructive">
      {children}
    </span>
  );
}

/** A cell. On narrow screens its label precedes the content. */
function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="align-top whitespace-nowrap text-muted tabular-nums max-xl:text-sm xl:px-3 xl:py-3.5">
      <span className="me-1.5 xl:hidden">{label}</span>
      <span className="max-xl:text-foreground">{children}</span>
    </td>
  );
}

/** Watched time with a bar for its share. */
function Watched({ person }: { person: ListedPerson }) {
  const messages = useAudiencePageMessages();
  const { watchedSeconds, watchedShare } = person;
  const isCounted = watchedSeconds >= 1;
  return (
    <span className={clsx('gap-y-1.5 xl:inline-grid', isCounted && 'text-foreground')}>
      <span className="whitespace-nowrap">{watchedText(person, messages)}</span>{' '}
      {isCounted && watchedShare !== null && (
        <span
          aria-hidden="true"
          className="h-1 w-20 overflow-hidden rounded-full bg-white/12 max-xl:mx-1.5 max-xl:inline-block max-xl:align-middle"
        >
          <span
            className="block h-full rounded-full bg-primary"
            style={{ inlineSize: `${watchedShare * 100}%` }}
          />
        </span>
      )}
    </span>
  );
}
