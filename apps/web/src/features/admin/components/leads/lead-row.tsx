import type { Lead } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { useUploadPageMessages } from '../../../../messages/upload-page/use-upload-page-messages.js';
import { leadColumns } from './lead-columns.js';

/** Card layout on narrow screens: name, all other fields, then the actions. */
const cardClass =
  'max-xl:flex max-xl:flex-wrap max-xl:items-baseline max-xl:content-start max-xl:gap-x-3 max-xl:gap-y-1';

interface LeadRowProps {
  lead: Lead;
  showsProofs: boolean;
  /** Opens the dialog that ends or allows the visit. */
  onChange: (lead: Lead) => void;
  /** Opens the dialog that blocks or unblocks the person. */
  onBlock: (lead: Lead) => void;
}

export function LeadRow({ lead, showsProofs, onChange, onBlock }: LeadRowProps) {
  const t = useUploadPageMessages().admin.leads;
  return (
    <tr className={clsx('border-b border-line last:border-0 hover:bg-white/3 max-xl:py-3.5', cardClass)}>
      {leadColumns.map(({ heading, Cell }) => (
        <Cell
          key={heading}
          lead={lead}
          label={t[heading]}
          showsProofs={showsProofs}
          onChange={onChange}
          onBlock={onBlock}
        />
      ))}
    </tr>
  );
}
