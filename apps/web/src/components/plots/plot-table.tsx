import { clsx } from 'clsx';
import { useState } from 'react';

export interface PlotTableData {
  /** Headings of the columns. */
  readonly columns: readonly string[];
  /** Cells in the order of the columns. The first one is the heading of its row. */
  readonly rows: readonly (readonly string[])[];
}

interface PlotTableProps extends PlotTableData {
  /** Text that opens the table. */
  show: string;
  /** Name of the table. */
  label: string;
  /** Whether paper shows the table also while it is closed. */
  isAlwaysPrinted?: boolean;
}

/** The values of a plot as a table, which is rendered when it is opened. */
export function PlotTable({ show, label, columns, rows, isAlwaysPrinted = false }: PlotTableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <details
        className={clsx('min-w-0', isAlwaysPrinted && 'print:hidden')}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className="w-fit cursor-pointer py-2 text-[0.95rem] text-muted hover:text-foreground">
          {show}
        </summary>
        {isOpen && (
          <section
            aria-label={label}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
            tabIndex={0}
            className="max-h-96 overflow-auto print:max-h-none"
          >
            <Values columns={columns} rows={rows} />
          </section>
        )}
      </details>
      {isAlwaysPrinted && (
        <div className="hidden print:block">
          <Values caption={label} columns={columns} rows={rows} />
        </div>
      )}
    </>
  );
}

function Values({ caption, columns, rows }: PlotTableData & { caption?: string }) {
  return (
    <table className="w-full text-start text-sm tabular-nums">
      {caption && <caption className="text-start font-medium">{caption}</caption>}
      <thead className="sticky top-0 bg-panel">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="px-2 py-2 text-start align-bottom font-medium">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([heading = '', ...cells]) => (
          <tr key={heading} className="border-t border-line">
            <th scope="row" className="px-2 py-1.5 text-start font-normal text-muted">
              {heading}
            </th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]} className="px-2 py-1.5">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
