import type { ListedTrailer } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { PosterPicture } from '../../../components/ui/poster-picture.js';
import { ProgressBar } from '../../../components/ui/progress-bar.js';
import { LEAKS_PATH } from '../../../lib/leak-paths.js';
import { failureText, warningText } from '../../../lib/trailer-notice.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import {
  expiryOf,
  factsOf,
  isBeingProcessed,
  markCheckOf,
  progressOf,
  stateOf,
  type VersionState,
} from '../lib/version-text.js';
import type { VersionActions } from './version-actions.js';

const stateClasses: Record<VersionState, string> = {
  active: 'border-primary bg-primary text-background',
  ready: 'border-success/50 bg-success/10 text-success',
  processing: 'border-primary/60 bg-primary/10 text-primary-bright',
  failed: 'border-destructive/60 bg-destructive-deep text-destructive',
  expired: 'border-line-strong/70 text-muted',
};

interface VersionItemProps {
  trailer: ListedTrailer;
  actions: VersionActions;
}

/** One uploaded trailer with its actions. */
export function VersionItem({ trailer, actions }: VersionItemProps) {
  const messages = useUploadPageMessages();
  const t = messages.versions;
  const { title, status, finished } = trailer;
  const state = stateOf(trailer);
  const expiry = expiryOf(trailer, messages);
  const warning = warningText(trailer, messages);
  const markCheck = markCheckOf(trailer, messages);
  return (
    <li className="grid grid-cols-[4.75rem_minmax(0,1fr)] gap-x-4 gap-y-4 border-t border-line py-5 last:pb-0 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-x-6 lg:grid-cols-[10rem_minmax(0,1fr)_auto]">
      <PosterPicture
        key={trailer.posterURL}
        url={trailer.posterURL}
        className={clsx('self-start rounded-lg', !trailer.videoURL && 'opacity-60')}
      />
      <div className="grid content-start gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h3 className="font-medium text-foreground [overflow-wrap:anywhere]">{title}</h3>
          <span
            className={clsx(
              'rounded-full border px-2.5 py-0.5 text-[0.78rem] leading-snug font-medium whitespace-nowrap',
              stateClasses[state],
            )}
          >
            {t.states[state]}
          </span>
        </div>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted tabular-nums">
          {factsOf(trailer, messages).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        {!finished && (
          <div className="mt-1 grid max-w-xl gap-2">
            <p className="text-sm text-foreground tabular-nums">{progressOf(trailer, t)}</p>
            {isBeingProcessed(trailer) && (
              <ProgressBar label={t.progressLabel(title)} percent={trailer.progress} />
            )}
          </div>
        )}
        {status === 'failed' && (
          <p className="text-sm text-destructive [overflow-wrap:anywhere]">
            {failureText(trailer, messages) ?? t.noReason}
          </p>
        )}
        {warning && status === 'ready' && (
          <p className="text-sm text-primary-bright [overflow-wrap:anywhere]">{warning}</p>
        )}
        {markCheck && <p className="text-sm text-muted tabular-nums">{markCheck}</p>}
        {trailer.marked && (
          <p className="text-sm">
            <Link
              href={LEAKS_PATH}
              className="text-primary-bright underline decoration-primary/50 underline-offset-4"
            >
              {t.examine}
            </Link>
          </p>
        )}
        {status === 'expired' && <p className="text-sm text-muted">{t.expired}</p>}
        {expiry && <p className="text-sm text-muted">{expiry}</p>}
      </div>
      <Buttons trailer={trailer} actions={actions} />
    </li>
  );
}

function Buttons({ trailer, actions }: VersionItemProps) {
  const t = useUploadPageMessages().versions;
  const { title, status, active, finished } = trailer;
  const busy = actions.busyId === trailer.id;
  return (
    <div className="col-span-full flex flex-wrap content-start gap-2 sm:col-start-2 sm:gap-2.5 lg:col-start-3 lg:justify-end">
      {trailer.videoURL && (
        <Action label={t.previewOf(title)} onClick={() => actions.preview(trailer)}>
          <Play className="size-3.5 fill-current max-[26rem]:hidden" aria-hidden="true" />
          {t.preview}
        </Action>
      )}
      {status === 'ready' && !active && (
        <Action label={t.activateOf(title)} disabled={busy} onClick={() => actions.activate(trailer)}>
          {t.activate}
        </Action>
      )}
      {trailer.markable && (
        <Action label={t.markOf(title)} disabled={busy} onClick={() => actions.mark(trailer)}>
          {t.mark}
        </Action>
      )}
      {!finished && (
        <Action label={t.cancelOf(title)} disabled={busy} destructive onClick={() => actions.cancel(trailer)}>
          {t.cancel}
        </Action>
      )}
      {!active && (
        <Action label={t.removeOf(title)} disabled={busy} destructive onClick={() => actions.remove(trailer)}>
          {t.remove}
        </Action>
      )}
    </div>
  );
}

interface ActionProps {
  /** Names the action and its version. */
  label: string;
  destructive?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Action({ label, destructive = false, disabled = false, onClick, children }: ActionProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      className={clsx(
        'control inline-flex min-h-10 items-center justify-center gap-2 rounded-control border border-line-strong/70 px-3.5 text-sm',
        'font-medium whitespace-nowrap transition-colors disabled:opacity-55 max-sm:min-h-11 max-sm:flex-auto max-sm:px-2.5',
        destructive
          ? 'text-muted enabled:hover:border-destructive enabled:hover:text-destructive'
          : 'text-foreground enabled:hover:border-primary enabled:hover:text-primary-bright',
      )}
    >
      {children}
    </button>
  );
}
