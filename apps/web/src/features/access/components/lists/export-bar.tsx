import { Button } from '../../../../components/ui/button.js';
import { ProgressBar } from '../../../../components/ui/progress-bar.js';
import { formatsOf } from '../../../../lib/formats.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import type { ExportSource } from '../../api/list-page.js';
import { useExport } from '../../lib/use-export.js';

interface ExportBarProps<T> {
  /** Names the list for screen readers. */
  label: string;
  source: ExportSource<T>;
  /** Number of rows that match the filter. */
  total: number;
}

/** Saves all rows that match the filter as a file. */
export function ExportBar<T>({ label, source, total: matches }: ExportBarProps<T>) {
  const messages = useAccessPageMessages();
  const t = messages.access.lists;
  const { number } = formatsOf(messages.locale);
  const { current, isRunning, start, resume, cancel } = useExport<T>();
  if (!current) {
    return (
      <fieldset className="flex flex-wrap gap-3">
        <legend className="sr-only">{label}</legend>
        <Button variant="secondary" disabled={matches === 0} onClick={() => start('csv', source, matches)}>
          {t.exportCsv}
        </Button>
        <Button variant="secondary" disabled={matches === 0} onClick={() => start('json', source, matches)}>
          {t.exportJson}
        </Button>
      </fieldset>
    );
  }
  const done = number.format(current.rows.length);
  const total = number.format(current.total);
  return (
    <div className="grid min-w-0 flex-1 gap-3">
      <p role="status" className="text-[0.95rem]">
        {isRunning ? t.exporting(done, total) : t.exportStopped(done, total)}
      </p>
      <ProgressBar
        label={t.exportProgress}
        percent={(current.rows.length / Math.max(1, current.total)) * 100}
      />
      <div className="flex flex-wrap gap-3">
        {!isRunning && <Button onClick={resume}>{t.exportContinue}</Button>}
        <Button variant="secondary" onClick={cancel}>
          {messages.common.cancel}
        </Button>
      </div>
    </div>
  );
}
