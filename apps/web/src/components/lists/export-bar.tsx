import { useRef } from 'react';
import { formatsOf } from '../../lib/formats.js';
import type { ExportSource } from '../../lib/list-page.js';
import { useUploadPageMessages } from '../../messages/upload-page/use-upload-page-messages.js';
import { Button } from '../ui/button.js';
import { ProgressBar } from '../ui/progress-bar.js';
import { useExport } from './use-export.js';

interface ExportBarProps<T> {
  /** Names the list for screen readers. */
  label: string;
  source: ExportSource<T>;
  /** Number of rows that match the filter. */
  total: number;
}

/** Saves all rows that match the filter as a file. */
export function ExportBar<T>({ label, source, total: matches }: ExportBarProps<T>) {
  const messages = useUploadPageMessages();
  const t = messages.exports;
  const { number } = formatsOf(messages.locale);
  const group = useRef<HTMLFieldSetElement>(null);
  // The buttons change with the state of the export. The focus must not get lost with them.
  const keepFocus = () => {
    if (group.current?.contains(document.activeElement)) group.current.focus();
  };
  const { current, exported, isRunning, start, resume, cancel } = useExport<T>(keepFocus);
  const act = (action: () => void) => () => {
    keepFocus();
    action();
  };

  return (
    <fieldset ref={group} tabIndex={-1} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 outline-none">
      <legend className="sr-only">{label}</legend>
      {/* Present from the start, so that screen readers announce each change. */}
      <p role="status" className={current ? 'text-[0.95rem]' : 'sr-only'}>
        {current
          ? (isRunning ? t.running : t.stopped)(
              number.format(current.rows.length),
              number.format(current.total),
            )
          : exported !== undefined && t.done(number.format(exported))}
      </p>
      {current && (
        <ProgressBar label={t.progress} percent={(current.rows.length / Math.max(1, current.total)) * 100} />
      )}
      <div className="flex flex-wrap gap-3">
        {current ? (
          <>
            {!isRunning && <Button onClick={act(resume)}>{t.continue}</Button>}
            <Button variant="secondary" onClick={act(cancel)}>
              {messages.common.cancel}
            </Button>
          </>
        ) : (
          <>
            <Button
              variant="secondary"
              disabled={matches === 0}
              onClick={act(() => start('csv', source, matches))}
            >
              {t.csv}
            </Button>
            <Button
              variant="secondary"
              disabled={matches === 0}
              onClick={act(() => start('json', source, matches))}
            >
              {t.json}
            </Button>
          </>
        )}
      </div>
    </fieldset>
  );
}
