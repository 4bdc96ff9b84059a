import { clsx } from 'clsx';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { Select } from '../../../../components/ui/select.js';
import { formatsOf } from '../../../../lib/formats.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import {
  countOutcomes,
  isInvited,
  type ListedRow,
  type RowFilter,
  shownRows,
} from '../../lib/import-rows.js';
import { ImportTable } from './import-table.js';

const filters: readonly RowFilter[] = ['all', 'problems', 'invited'];
/** Rows that are shown at first, and with each click on “Show more”. */
const PAGE_SIZE = 100;

/** What would become of each row: counts by outcome, and the rows with problems first. */
export function ImportPreview({ rows }: { rows: readonly ListedRow[] }) {
  const messages = useAccessPageMessages();
  const t = messages.access.invite;
  const { number } = formatsOf(messages.locale);
  const outcomes: Readonly<Record<string, string>> = t.outcomes;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [filter, setFilter] = useState<RowFilter>('all');
  const [limit, setLimit] = useState(PAGE_SIZE);
  const matches = shownRows(rows, filter);
  const shown = matches.slice(0, limit);
  useEffect(() => heading.current?.focus(), []);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h3 ref={heading} tabIndex={-1} className="font-medium">
        {t.previewTitle}
      </h3>
      <ul aria-label={t.counts} className="flex flex-wrap gap-2">
        {[...countOutcomes(rows)].map(([outcome, count]) => (
          <li
            key={outcome}
            className={clsx(
              'rounded-full border px-3 py-1 text-sm',
              isInvited({ outcome }) ? 'border-primary/60' : 'border-destructive/60',
            )}
          >
            {outcomes[outcome] ?? outcome}{' '}
            <span className="font-semibold tabular-nums">{number.format(count)}</span>
          </li>
        ))}
      </ul>
      {rows.some((row) => isInvited(row) && row.email.startsWith('@')) && (
        <p className="max-w-prose text-[0.95rem]">{t.domains}</p>
      )}
      <div className="sm:w-88">
        <label htmlFor={`${id}-filter`} className="sr-only">
          {t.filter}
        </label>
        <Select
          id={`${id}-filter`}
          value={filter}
          onChange={(event) => {
            setFilter(filters.find((name) => name === event.target.value) ?? 'all');
            setLimit(PAGE_SIZE);
          }}
        >
          {filters.map((name) => (
            <option key={name} value={name}>
              {t.filters[name]}
            </option>
          ))}
        </Select>
      </div>
      {matches.length === 0 ? <p className="text-muted">{t.noRows}</p> : <ImportTable rows={shown} />}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p role="status" className="text-sm text-muted tabular-nums">
          {t.shown(number.format(shown.length), number.format(matches.length))}
        </p>
        {shown.length < matches.length && (
          <Button variant="secondary" onClick={() => setLimit(limit + PAGE_SIZE)}>
            {t.showMore}
          </Button>
        )}
      </div>
    </div>
  );
}
