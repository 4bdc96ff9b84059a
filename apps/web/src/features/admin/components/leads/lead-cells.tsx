import type { Lead } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { personPath } from '../../../../lib/audience-paths.js';
import { useUploadPageMessages } from '../../../../messages/upload-page/use-upload-page-messages.js';
import { formatProof, formatSent, formatWatched } from '../../lib/lead-text.js';

const cellClass = 'xl:px-3';
const textClass = 'align-top xl:py-3.5';
const belowClass = 'max-xl:order-2';

export interface LeadCellProps {
  lead: Lead;
  /** Heading of the column. */
  label: string;
  /** Shows how the address was proved. Otherwise all addresses are claimed, and marked as not verified. */
  showsProofs: boolean;
  /** Opens the dialog that ends or allows the visit. */
  onChange: (lead: Lead) => void;
  /** Opens the dialog that blocks or unblocks the person. */
  onBlock: (lead: Lead) => void;
}

export function NameCell({ lead, showsProofs }: LeadCellProps) {
  const messages = useUploadPageMessages();
  const t = messages.admin.leads;
  const isProofShown = showsProofs || lead.verifiedBy !== 'none';
  return (
    <td className={clsx(cellClass, textClass, 'min-w-32 [overflow-wrap:anywhere] max-xl:flex-1 xl:w-1/5')}>
      <span className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        {lead.personId === undefined ? (
          <span className="font-medium text-foreground">{lead.name}</span>
        ) : (
          <Link
            href={personPath(lead.personId)}
            className="font-medium text-foreground underline decoration-primary/50 underline-offset-4 hover:decoration-primary-bright"
          >
            {lead.name}
          </Link>
        )}
        {lead.own ? <Tag>{t.own}</Tag> : lead.staff && <Tag>{t.staff}</Tag>}
        {lead.visitEnded && <Tag destructive>{t.visitEndedMark}</Tag>}
        {isBlocked(lead) && <Tag destructive>{t.blockedMark}</Tag>}
        <span
          className="text-[0.8rem] text-muted xl:basis-full"
          title={isProofShown ? t.proofsNote : t.notVerifiedNote}
        >
          {isProofShown ? formatProof(lead, messages) : t.notVerified}
        </span>
      </span>
    </td>
  );
}

export function EmailCell({ lead }: LeadCellProps) {
  return (
    <td
      className={clsx(
        cellClass,
        textClass,
        belowClass,
        '[overflow-wrap:anywhere] max-xl:basis-full xl:w-1/4 xl:min-w-48',
      )}
    >
      <a
        href={`mailto:${lead.email}`}
        // Breaks a long e-mail address near its middle.
        className="inline-block break-all text-balance text-primary-bright underline decoration-primary/50 underline-offset-4 hover:decoration-primary-bright max-xl:text-sm"
      >
        <bdi dir="ltr">{lead.email}</bdi>
      </a>
    </td>
  );
}

export function WatchedCell({ lead, label }: LeadCellProps) {
  return (
    <LabelledCell label={label}>
      <WatchedTime lead={lead} />
    </LabelledCell>
  );
}

const isBlocked = ({ blocks = [] }: Lead) => blocks.length > 0;

export function AccessCell({ lead, onChange, onBlock }: LeadCellProps) {
  const t = useUploadPageMessages().admin.leads;
  const blocked = isBlocked(lead);
  return (
    <td
      className={clsx(cellClass, 'max-xl:order-3 max-xl:mt-2 max-xl:basis-full max-xl:empty:hidden xl:py-2')}
    >
      {!lead.own && (lead.visitEnded !== undefined || lead.blocks) && (
        <span className="flex flex-wrap gap-2 xl:flex-nowrap">
          {lead.visitEnded !== undefined && (
            <AccessButton
              label={lead.visitEnded ? t.allowVisitOf(lead.name) : t.endVisitOf(lead.name)}
              allows={lead.visitEnded}
              onClick={() => onChange(lead)}
            >
              {lead.visitEnded ? t.allowVisit : t.endVisit}
            </AccessButton>
          )}
          {lead.blocks && (
            <AccessButton
              label={blocked ? t.unblockOf(lead.name) : t.blockOf(lead.name)}
              allows={blocked}
              onClick={() => onBlock(lead)}
            >
              {blocked ? t.unblock : t.block}
            </AccessButton>
          )}
        </span>
      )}
    </td>
  );
}

interface AccessButtonProps {
  label: string;
  /** Whether the button gives access back. */
  allows: boolean;
  onClick: () => void;
  children: string;
}

function AccessButton({ label, allows, onClick, children }: AccessButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={clsx(
        'control min-h-10 rounded-control border px-3.5 text-sm font-medium whitespace-nowrap transition-colors',
        allows
          ? 'border-line-strong/70 text-foreground hover:border-primary hover:text-primary-bright'
          : 'border-line-strong/70 text-muted hover:border-destructive hover:text-destructive',
      )}
    >
      {children}
    </button>
  );
}

interface LabelledCellProps {
  label: string;
  /** Shows the label to screen readers only. */
  plain?: boolean;
  /** Shows the time below the date on wide screens, so that addresses and actions have room. */
  isDate?: boolean;
  children: ReactNode;
}

export function LabelledCell({ label, plain = false, isDate = false, children }: LabelledCellProps) {
  return (
    <td
      className={clsx(
        cellClass,
        textClass,
        belowClass,
        'text-muted tabular-nums max-xl:text-sm',
        isDate ? 'max-xl:whitespace-nowrap xl:w-px' : 'whitespace-nowrap',
      )}
    >
      <span className={clsx('xl:hidden', plain ? 'sr-only' : 'me-1.5')}>{label}</span>
      <span className={clsx(!plain && 'max-xl:text-foreground')}>{children}</span>
    </td>
  );
}

/**
 * Watched time with a bar for its share, and the delivered time, which a client cannot forge.
 */
function WatchedTime({ lead }: { lead: Lead }) {
  const messages = useUploadPageMessages();
  const t = messages.admin.leads;
  const isCounted = !lead.staff && lead.watchedSeconds >= 1;
  const sent = formatSent(lead, messages);
  return (
    <span
      className={clsx('gap-y-1.5 max-xl:whitespace-normal xl:inline-grid', isCounted && 'text-foreground')}
    >
      <span className="whitespace-nowrap">{formatWatched(lead, messages)}</span>{' '}
      {isCounted && lead.watchedShare !== null && (
        <span
          aria-hidden="true"
          className="h-1 w-20 overflow-hidden rounded-full bg-white/12 max-xl:mx-1.5 max-xl:inline-block max-xl:align-middle"
        >
          <span
            className="block h-full rounded-full bg-primary"
            style={{ inlineSize: `${lead.watchedShare * 100}%` }}
          />
        </span>
      )}{' '}
      {sent !== undefined && (
        <span className="text-[0.8rem] whitespace-nowrap text-muted" title={t.sentNote}>
          {sent}
        </span>
      )}
    </span>
  );
}

function Tag({ destructive = false, children }: { destructive?: boolean; children: string }) {
  return (
    <span
      className={clsx(
        'rounded-full border px-2 py-0.5 text-[0.75rem] leading-tight font-medium whitespace-nowrap',
        destructive
          ? 'border-destructive/60 bg-destructive-deep text-destructive'
          : 'border-line-strong/70 text-muted',
      )}
    >
      {children}
    </span>
  );
}
