import type { LeadSort } from '@secure-preview/contracts';
import type { ComponentType } from 'react';
import { useUploadPageMessages } from '../../../../messages/upload-page/use-upload-page-messages.js';
import { formatDate, formatLastSeen } from '../../lib/lead-text.js';
import {
  AccessCell,
  EmailCell,
  LabelledCell,
  type LeadCellProps,
  NameCell,
  WatchedCell,
} from './lead-cells.js';

export interface LeadColumn {
  heading: 'name' | 'email' | 'date' | 'ip' | 'watched' | 'lastSeen' | 'access';
  /** Sort orders of the first and of the second click on the heading. */
  sorts?: readonly LeadSort[];
  Cell: ComponentType<LeadCellProps>;
}

/** Columns of the table of leads, in order. */
export const leadColumns: readonly LeadColumn[] = [
  { heading: 'name', sorts: ['name', 'newest'], Cell: NameCell },
  { heading: 'email', sorts: ['email', 'newest'], Cell: EmailCell },
  { heading: 'date', sorts: ['newest', 'oldest'], Cell: DateCell },
  { heading: 'ip', Cell: IpCell },
  { heading: 'watched', Cell: WatchedCell },
  { heading: 'lastSeen', Cell: LastSeenCell },
  { heading: 'access', Cell: AccessCell },
];

function DateCell({ lead, label }: LeadCellProps) {
  return (
    <LabelledCell label={label} plain isDate>
      {formatDate(lead.capturedAt, useUploadPageMessages())}
    </LabelledCell>
  );
}

function IpCell({ lead, label }: LeadCellProps) {
  const t = useUploadPageMessages().admin.leads;
  return (
    <LabelledCell label={label} plain>
      {/* Fits every IPv4 address. Longer IPv6 addresses wrap. */}
      <span className="inline-block whitespace-normal [overflow-wrap:anywhere] xl:min-w-[15ch]">
        {lead.ipAddress || t.missing}
      </span>
    </LabelledCell>
  );
}

function LastSeenCell({ lead, label }: LeadCellProps) {
  return (
    <LabelledCell label={label} isDate>
      {formatLastSeen(lead, useUploadPageMessages())}
    </LabelledCell>
  );
}
