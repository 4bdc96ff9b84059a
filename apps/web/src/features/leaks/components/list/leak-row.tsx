import { formatTime, type ListedLeakCase } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { Link } from 'wouter';
import { ProgressBar } from '../../../../components/ui/progress-bar.js';
import { leakPath } from '../../../../lib/leak-paths.js';
import { formatPercent } from '../../../../lib/percent.js';
import { useLeaksPageMessages } from '../../../../messages/leaks-page/use-leaks-page-messages.js';
import { isRunning } from '../../api/leaks.js';
import { momentText, stepText } from '../../lib/leak-text.js';

/** A case in the list: its file, when it was added, and its result or progress. */
export function LeakRow({ found }: { found: ListedLeakCase }) {
  const messages = useLeaksPageMessages();
  const t = messages.leaks;
  const { id, fileName, seconds, createdAt, progress, title } = found;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-2 py-5 [overflow-wrap:anywhere] first:pt-0 last:pb-0 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid gap-1">
        <p className="font-medium">
          <Link
            href={leakPath(id)}
            className="underline decoration-primary/50 underline-offset-4 hover:decoration-primary-bright"
          >
            <bdi>{fileName}</bdi>
          </Link>
        </p>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted tabular-nums">
          <li>
            <time dateTime={createdAt}>{t.added(momentText(createdAt, messages))}</time>
          </li>
          {seconds !== null && <li>{t.length(formatTime(seconds))}</li>}
        </ul>
      </div>
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <State found={found} />
          {title !== null && <bdi>{title}</bdi>}
        </p>
        {isRunning(found) && (
          <>
            <p className="text-sm text-muted">{stepText(found, t)}</p>
            <ProgressBar label={t.progressOf(fileName)} percent={progress} />
            <p className="text-sm text-muted tabular-nums">
              {formatPercent(Math.floor(progress) / 100, messages.locale)}
            </p>
          </>
        )}
      </div>
    </li>
  );
}

/** The result of a case as a badge, or its state while it has none. */
function State({ found: { status, verdict } }: { found: ListedLeakCase }) {
  const t = useLeaksPageMessages().leaks;
  const isNamed = verdict === 'named' || verdict === 'several';
  return (
    <span
      className={clsx(
        'rounded-full border px-2.5 py-0.5 text-[0.78rem] leading-snug font-medium whitespace-nowrap',
        isNamed
          ? 'border-primary bg-primary text-background'
          : status === 'failed'
            ? 'border-destructive/60 bg-destructive-deep text-destructive'
            : 'border-line-strong/70 text-muted',
      )}
    >
      {verdict === null ? t.states[status] : t.verdicts[verdict]}
    </span>
  );
}
