import type { Lead } from '@secure-preview/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { Button } from '../../../components/ui/button.js';
import { Panel } from '../../../components/ui/panel.js';
import { Spinner } from '../../../components/ui/spinner.js';
import { messages } from '../../../messages/index.js';
import { leadsQuery } from '../api/leads.js';

const words = messages.admin.leads;
const numbers = new Intl.NumberFormat(undefined);
const dates = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
});
const zone = new Intl.DateTimeFormat(undefined, { timeZoneName: 'long' })
  .formatToParts(new Date())
  .find((part) => part.type === 'timeZoneName')?.value;

/** Section 5 of the upload page: who passed the gate. */
export function LeadsSection({ unlocked }: { unlocked: boolean }) {
  const query = useInfiniteQuery({ ...leadsQuery, enabled: unlocked });
  const leads = query.data?.pages.flatMap((page) => page.leads) ?? [];
  const total = query.data?.pages.at(-1)?.total ?? leads.length;
  const title = query.data ? words.titleWithCount(numbers.format(total)) : words.title;

  return (
    <Panel
      title={title}
      icon={<Users aria-hidden="true" />}
      aside={zone && <p className="text-sm text-mist">{words.zoneNote(zone)}</p>}
    >
      {query.isPending ? (
        <p role="status" className="flex items-center gap-3 py-6 text-mist">
          <Spinner className="size-5 text-lamp" />
          {messages.common.loading}
        </p>
      ) : !query.data ? (
        <div className="grid justify-items-start gap-4 py-2">
          <p>{words.failed}</p>
          <Button look="secondary" onClick={() => void query.refetch()}>
            {messages.common.tryAgain}
          </Button>
        </div>
      ) : leads.length === 0 ? (
        <p className="py-6 text-mist">{words.empty}</p>
      ) : (
        <>
          <LeadTable leads={leads} />
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p className="text-sm text-mist tabular-nums">
              {words.shown(numbers.format(leads.length), numbers.format(total))}
            </p>
            {query.hasNextPage && (
              <Button
                look="secondary"
                pending={query.isFetchingNextPage}
                disabled={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {words.loadMore}
              </Button>
            )}
          </div>
        </>
      )}
    </Panel>
  );
}

const cell = 'max-sm:px-0 max-sm:py-0.5 px-3 py-3.5 align-top [overflow-wrap:anywhere]';

/** A table; on a phone each lead becomes a small card of its own lines. */
function LeadTable({ leads }: { leads: readonly Lead[] }) {
  return (
    <table className="w-full text-left text-[0.95rem] max-sm:block" aria-label={words.tableLabel}>
      <thead className="border-b border-line-strong/60 text-sm text-mist max-sm:sr-only">
        <tr>
          {[words.name, words.email, words.date, words.ip].map((heading) => (
            <th key={heading} scope="col" className="px-3 py-2.5 font-medium">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {leads.map((lead) => (
          <tr
            key={lead.id}
            className="border-b border-line last:border-0 hover:bg-white/3 max-sm:grid max-sm:py-3.5"
          >
            <td className={`${cell} font-medium text-ivory`}>{lead.name}</td>
            <td className={cell}>
              <a
                href={`mailto:${lead.email}`}
                className="text-lamp-bright underline decoration-lamp/50 underline-offset-4 hover:decoration-lamp-bright"
              >
                {lead.email}
              </a>
            </td>
            <td className={`${cell} whitespace-nowrap text-mist tabular-nums`}>
              {formatDate(lead.capturedAt)}
            </td>
            <td className={`${cell} text-mist tabular-nums`}>{lead.ipAddress || words.missing}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function formatDate(capturedAt: string): string {
  const time = Date.parse(capturedAt);
  return Number.isNaN(time) ? words.missing : dates.format(time);
}
