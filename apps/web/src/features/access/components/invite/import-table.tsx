import { clsx } from 'clsx';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { isInvited, type ListedRow } from '../../lib/import-rows.js';

const columns = ['line', 'outcome', 'email', 'name'] as const;

/** Rows of an import. On narrow screens each row is a card. */
export function ImportTable({ rows }: { rows: readonly ListedRow[] }) {
  const t = useAccessPageMessages().access.invite;
  const outcomes: Readonly<Record<string, string>> = t.outcomes;
  return (
    <section
      aria-label={t.previewLabel}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className="scroll-quiet max-h-96 overflow-y-auto rounded-control border border-line -outline-offset-2"
    >
      <table aria-label={t.previewLabel} className="w-full text-start text-[0.95rem] max-sm:block">
        <thead className="border-b border-line-strong/60 text-sm text-muted max-sm:hidden">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-2.5 text-start font-medium">
                {t[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map((row) => (
            <tr
              key={row.id}
              className="border-b border-line last:border-0 max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 max-sm:px-3 max-sm:py-2.5"
            >
              <td className="text-muted tabular-nums sm:px-3 sm:py-2">
                <span className="me-1 sm:hidden">{t.line}</span>
                {row.line}
              </td>
              <td className={clsx('sm:px-3 sm:py-2', isInvited(row) ? 'text-muted' : 'text-destructive')}>
                {outcomes[row.outcome] ?? row.outcome}
              </td>
              <td className="[overflow-wrap:anywhere] max-sm:basis-full sm:px-3 sm:py-2">
                <bdi dir="ltr">{row.email}</bdi>
              </td>
              <td className="[overflow-wrap:anywhere] max-sm:basis-full sm:px-3 sm:py-2">
                <bdi>{row.name}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
