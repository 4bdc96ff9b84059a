import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { activeTrailerQuery } from '../../../lib/api/active-trailer.js';
import { hasCode } from '../../../lib/http-error.js';
import type { AllMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { defaultFilter, leadsQuery } from '../api/leads.js';
import { countLeads, countsText } from '../lib/lead-count.js';
import { formatTotal, formatWatched } from '../lib/lead-text.js';

/** Id of the section of lead captures in the page. */
export const LEADS_ID = 'leads';

/** Overview of the visitors and of the active trailer, with a link to the list. */
export function Summary({ unlocked }: { unlocked: boolean }) {
  const messages = useUploadPageMessages();
  const t = messages.admin.summary;
  const trailer = useQuery({ ...activeTrailerQuery, enabled: unlocked });
  const pages = useInfiniteQuery({ ...leadsQuery(defaultFilter), enabled: unlocked }).data?.pages ?? [];
  const lastPage = pages.at(-1);
  const leads = pages.flatMap((page) => page.leads);
  const counts = lastPage && countLeads(leads, lastPage.total);
  const hasNoTrailer =
    !trailer.data?.filePath && (trailer.data || hasCode(trailer.error, 'NO_ACTIVE_TRAILER'));
  return (
    <section
      aria-label={t.label}
      className="panel grid grid-cols-2 gap-x-6 gap-y-4 rounded-panel border border-line bg-panel/92 px-5 py-4 shadow-panel sm:grid-cols-3 sm:gap-x-8 sm:px-7 sm:py-5"
    >
      <Fact
        name={t.watched}
        className="max-sm:col-span-full"
        note={counts?.latest && t.latest(counts.latest.name, formatWatched(counts.latest, messages))}
      >
        {lastPage && watchedBy(counts, t)}
      </Fact>
      <Fact name={t.visitors} note={countsText(counts, messages.admin.leads)}>
        {lastPage && (
          <a
            href={`#${LEADS_ID}`}
            className="inline-flex items-center gap-1.5 text-primary-bright underline decoration-primary/50 underline-offset-4 hover:decoration-primary-bright"
          >
            {messages.admin.leads.titleWithCount(formatTotal(lastPage, messages))}
            <ArrowDown className="size-4" aria-hidden="true" />
          </a>
        )}
      </Fact>
      <Fact name={t.showing}>{hasNoTrailer ? t.nothing : trailer.data?.title}</Fact>
    </section>
  );
}

function watchedBy(counts: ReturnType<typeof countLeads>, t: AllMessages['admin']['summary']): string {
  if (!counts) return t.notCounted;
  return counts.watched > 0 ? t.watchedBy(counts.watched, counts.addresses) : t.nobody;
}

interface FactProps {
  name: string;
  note?: string | undefined;
  className?: string;
  children: ReactNode;
}

/** A fact with its name above and a note below. Reserves its height while the value loads. */
function Fact({ name, note, className, children }: FactProps) {
  return (
    <div className={clsx('grid min-w-0 content-start gap-1 [overflow-wrap:anywhere]', className)}>
      <p className="text-sm text-muted">{name}</p>
      <p className="min-h-7 text-lg font-medium text-foreground">{children}</p>
      <p className="min-h-5 text-sm text-muted max-sm:empty:hidden">{note}</p>
    </div>
  );
}
