import { Button } from '../../../../components/ui/button.js';
import { ProgressBar } from '../../../../components/ui/progress-bar.js';
import { formatsOf } from '../../../../lib/formats.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import type { InvitationFilter } from '../../api/invitations.js';
import { useExport } from '../../lib/use-export.js';

/** Saves all invitations that match the filter as a file. */
export function ExportBar({ filter, total: matches }: { filter: InvitationFilter; total: number }) {
  const messages = useAccessPageMessages();
  const t = messages.access.invitations;
  const { number } = formatsOf(messages.locale);
  const { current, isRunning, start, resume, cancel } = useExport();
  if (!current) {
    return (
      <fieldset className="flex flex-wrap gap-3">
        <legend className="sr-only">{t.exportLabel}</legend>
        <Button variant="secondary" disabled={matches === 0} onClick={() => start('csv', filter, matches)}>
          {t.exportCsv}
        </Button>
        <Button variant="secondary" disabled={matches === 0} onClick={() => start('json', filter, matches)}>
          {t.exportJson}
        </Button>
      </fieldset>
    );
  }
  const done = number.format(current.invitations.length);
  const total = number.format(current.total);
  return (
    <div className="grid min-w-0 flex-1 gap-3">
      <p role="status" className="text-[0.95rem]">
        {isRunning ? t.exporting(done, total) : t.exportStopped(done, total)}
      </p>
      <ProgressBar
        label={t.exportProgress}
        percent={(current.invitations.length / Math.max(1, current.total)) * 100}
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
