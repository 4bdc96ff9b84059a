import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { activeTrailerQuery } from '../../../lib/api/trailers.js';
import { messages } from '../../../messages/index.js';
import { everyLead, leadsQuery } from '../api/leads.js';
import { formatTotal } from '../lib/lead-text.js';

const t = messages.admin;

/** Where the lead captures are in the page. */
export const LEADS_ID = 'leads';

/** What viewers see now, and the way down to who came. */
export function Summary({ unlocked }: { unlocked: boolean }) {
  const trailer = useQuery({ ...activeTrailerQuery, enabled: unlocked }).data;
  const leads = useInfiniteQuery({ ...leadsQuery(everyLead), enabled: unlocked }).data?.pages.at(-1);
  return (
    <p className="flex flex-wrap items-center gap-x-5 gap-y-1 text-[0.95rem] text-mist">
      {trailer?.filePath && <span className="[overflow-wrap:anywhere]">{t.showing(trailer.title)}</span>}
      {leads && (
        <a
          href={`#${LEADS_ID}`}
          className="inline-flex min-h-9 items-center gap-1.5 text-lamp-bright underline decoration-lamp/50 underline-offset-4 hover:decoration-lamp-bright"
        >
          {t.leadCount(formatTotal(leads))}
          <ArrowDown className="size-4" aria-hidden="true" />
        </a>
      )}
    </p>
  );
}
