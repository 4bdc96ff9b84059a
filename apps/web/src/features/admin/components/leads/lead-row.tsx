import type { Lead } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { messages } from '../../../../messages/index.js';
import { formatDate, formatLastSeen, formatWatched } from '../../lib/lead-text.js';

const words = messages.admin.leads;
const cell = 'max-lg:px-0 max-lg:py-1 px-3 py-3.5 align-top [overflow-wrap:anywhere]';
const labelled = 'max-lg:grid max-lg:grid-cols-[6.5rem_minmax(0,1fr)] max-lg:gap-3';

interface LeadRowProps {
  lead: Lead;
  /** Asks whether to shut the lead out, or let it in again. */
  onChange: (lead: Lead) => void;
}

export function LeadRow({ lead, onChange }: LeadRowProps) {
  return (
    <tr className="border-b border-line last:border-0 hover:bg-white/3 max-lg:grid max-lg:content-start max-lg:py-4">
      <td className={cell}>
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium text-ivory">{lead.name}</span>
          {lead.own ? <Tag>{words.own}</Tag> : lead.staff && <Tag>{words.staff}</Tag>}
          {lead.shutOut && <Tag alarming>{words.shutOutMark}</Tag>}
        </span>
        {lead.verifiedBy === 'none' && (
          <span className="block text-[0.8rem] text-mist" title={words.notVerifiedNote}>
            {words.notVerified}
          </span>
        )}
      </td>
      <td className={cell}>
        <a
          href={`mailto:${lead.email}`}
          className="text-lamp-bright underline decoration-lamp/50 underline-offset-4 hover:decoration-lamp-bright"
        >
          {lead.email}
        </a>
      </td>
      <LabelledCell label={words.date}>{formatDate(lead.capturedAt)}</LabelledCell>
      <LabelledCell label={words.ip}>{lead.ipAddress || words.missing}</LabelledCell>
      <LabelledCell label={words.watched}>
        <Watched lead={lead} />
      </LabelledCell>
      <LabelledCell label={words.lastSeen}>{formatLastSeen(lead)}</LabelledCell>
      <td className={clsx(cell, 'max-lg:pt-2.5 lg:py-2')}>
        {lead.shutOut !== undefined && !lead.own && (
          <button
            type="button"
            aria-label={lead.shutOut ? words.letInWho(lead.name) : words.shutOutWho(lead.name)}
            onClick={() => onChange(lead)}
            className={clsx(
              'control min-h-10 rounded-control border px-3.5 text-sm font-medium whitespace-nowrap transition-colors',
              lead.shutOut
                ? 'border-line-strong/70 text-ivory hover:border-lamp hover:text-lamp-bright'
                : 'border-line-strong/70 text-mist hover:border-ember hover:text-ember',
            )}
          >
            {lead.shutOut ? words.letIn : words.shutOut}
          </button>
        )}
      </td>
    </tr>
  );
}

function LabelledCell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className={clsx(cell, labelled, 'text-mist tabular-nums')}>
      <span className="text-mist/90 lg:hidden">{label}</span>
      <span className="max-lg:text-ivory">{children}</span>
    </td>
  );
}

/** Time and share, with a line as long as the share. */
function Watched({ lead }: { lead: Lead }) {
  const counted = !lead.staff && lead.watchedSeconds >= 1;
  return (
    <span className={clsx('inline-grid gap-1.5', counted && 'text-ivory')}>
      {formatWatched(lead)}
      {counted && lead.watchedShare !== null && (
        <span aria-hidden="true" className="h-1 w-20 overflow-hidden rounded-full bg-white/12">
          <span
            className="block h-full rounded-full bg-lamp"
            style={{ inlineSize: `${lead.watchedShare * 100}%` }}
          />
        </span>
      )}
    </span>
  );
}

function Tag({ alarming = false, children }: { alarming?: boolean; children: string }) {
  return (
    <span
      className={clsx(
        'rounded-full border px-2 py-0.5 text-[0.75rem] leading-tight font-medium whitespace-nowrap',
        alarming ? 'border-ember/60 bg-ember-deep text-ember' : 'border-line-strong/70 text-mist',
      )}
    >
      {children}
    </span>
  );
}
