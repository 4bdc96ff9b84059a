import { type LeakCaseWithPeople, leakStep } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { Button } from '../../../../components/ui/button.js';
import { Panel } from '../../../../components/ui/panel.js';
import { ProgressBar } from '../../../../components/ui/progress-bar.js';
import { Spinner } from '../../../../components/ui/spinner.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { hasCode } from '../../../../lib/http-error.js';
import { formatPercent } from '../../../../lib/percent.js';
import { useLeaksPageMessages } from '../../../../messages/leaks-page/use-leaks-page-messages.js';
import { useCancelLeak } from '../../api/leaks.js';
import { stepText } from '../../lib/leak-text.js';

/** Steps in their order, without the reason of a wait. */
const steps: readonly string[] = leakStep.options.filter((step) => step !== 'storage-unavailable');

/** What is done with the clip, how far it is, and a button that stops it. */
export function CaseProgress({ found }: { found: LeakCaseWithPeople }) {
  const messages = useLeaksPageMessages();
  const t = messages.leaks;
  const cancel = useCancelLeak();
  const stop = () =>
    cancel.mutate(found.id, {
      onError: (error) => {
        // It has ended meanwhile, which the next poll shows.
        if (hasCode(error, 'LEAK_CASE_FINISHED')) return;
        toastFailure(error, t.progress.cancelFailed.title, t.progress.cancelFailed.text, messages);
      },
    });
  const current = steps.indexOf(found.step ?? '');
  return (
    <Panel title={t.progress.title}>
      <div className="grid gap-2">
        <p role="status">{stepText(found, t)}</p>
        <ProgressBar label={t.progress.label} percent={found.progress} />
        <p className="text-sm text-muted tabular-nums">
          {formatPercent(Math.floor(found.progress) / 100, messages.locale)}
        </p>
      </div>
      {current >= 0 && (
        <ol aria-label={t.progress.stepsLabel} className="grid gap-2 text-[0.95rem]">
          {steps.map((step, index) => (
            <li
              key={step}
              aria-current={index === current ? 'step' : undefined}
              className={clsx(
                'flex items-start gap-3',
                index === current ? 'font-medium' : index < current ? 'text-foreground' : 'text-muted',
              )}
            >
              <span className="mt-0.5 grid size-5 shrink-0 place-items-center">
                {index < current ? (
                  <Check className="size-4.5 text-success" role="img" aria-label={t.progress.stepDone} />
                ) : index === current ? (
                  <Spinner className="size-4.5 text-primary" />
                ) : (
                  <span aria-hidden="true" className="size-2 rounded-full border border-line-strong" />
                )}
              </span>
              {t.steps[step]}
            </li>
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{t.progress.note}</p>
        <Button
          variant="secondary"
          pending={cancel.isPending}
          disabled={cancel.isPending}
          onClick={stop}
          className="max-sm:w-full"
        >
          {t.progress.cancel}
        </Button>
      </div>
    </Panel>
  );
}
