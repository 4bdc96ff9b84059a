import type { PersonPage } from '@secure-preview/contracts';
import { Flag } from 'lucide-react';
import { Panel } from '../../../../components/ui/panel.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { formatNumber } from '../../lib/person-text.js';
import { FlagItem } from './flag-item.js';

/** The flags of a person, newest first, so that none moves when it is dismissed. Shows nothing without flags. */
export function FlagList({ pages }: { pages: readonly PersonPage[] }) {
  const messages = useAudiencePageMessages();
  const t = messages.flags;
  const [page] = pages;
  if (!page) return null;
  const { flags, flagsOmitted, trailers } = page;
  if (!flags) return <p className="px-1 text-muted">{t.unavailable}</p>;
  if (flags.length === 0) return null;
  const visits = new Map(pages.flatMap((loaded) => loaded.visits).map((visit) => [visit.id, visit]));
  const counting = flags.filter(({ dismissedAt }) => dismissedAt === null).length;
  return (
    <Panel title={t.title(formatNumber(counting, messages))} icon={<Flag aria-hidden="true" />}>
      <p className="text-sm text-muted">{t.text}</p>
      <ul aria-label={t.label} className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {flags
          .toSorted((a, b) => b.at.localeCompare(a.at) || a.id.localeCompare(b.id))
          .map((flag) => (
            <FlagItem
              key={flag.id}
              flag={flag}
              person={page.person}
              visit={visits.get(flag.leadId)}
              trailers={trailers}
            />
          ))}
      </ul>
      {flagsOmitted !== undefined && (
        <p className="text-sm text-muted">{t.omitted(formatNumber(flagsOmitted, messages))}</p>
      )}
      <p className="text-sm text-muted">{t.limits}</p>
    </Panel>
  );
}
