import type { PersonPage } from '@secure-preview/contracts';
import { CalendarClock } from 'lucide-react';
import { ExportBar } from '../../../../components/lists/export-bar.js';
import { ListEnd } from '../../../../components/lists/list-end.js';
import { Panel } from '../../../../components/ui/panel.js';
import { timeZoneName } from '../../../../lib/formats.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { exportedVisits } from '../../api/person.js';
import { formatNumber } from '../../lib/person-text.js';
import { VisitItem } from './visit-item.js';

interface VisitListProps {
  pages: readonly PersonPage[];
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
  /** Opens the dialog that blocks or unblocks the person; undefined if blocks are unknown. */
  onBlock: (() => void) | undefined;
}

/** The visits of a person on a time line, newest first. */
export function VisitList({ pages, hasMore, isLoadingMore, onMore, onBlock }: VisitListProps) {
  const messages = useAudiencePageMessages();
  const t = messages.person;
  const zone = timeZoneName(messages.locale);
  const last = pages.at(-1);
  if (!last) return null;
  const flags = (pages[0]?.flags ?? []).filter(({ dismissedAt }) => dismissedAt === null);
  const shown = pages.reduce((count, { visits }) => count + visits.length, 0);
  return (
    <Panel
      title={t.visits.title(formatNumber(last.total, messages))}
      icon={<CalendarClock aria-hidden="true" />}
      aside={zone && <p className="text-sm text-muted">{t.visits.zoneNote(zone)}</p>}
    >
      <p className="text-sm text-muted">{t.barNote}</p>
      <ol aria-label={t.visits.label} className="grid gap-8 ps-1.5">
        {pages.flatMap(({ visits, trailers }) =>
          visits.map((visit) => (
            <VisitItem
              key={visit.id}
              visit={visit}
              trailers={trailers}
              onBlock={onBlock}
              flags={flags.filter(({ leadId }) => leadId === visit.id)}
            />
          )),
        )}
      </ol>
      <ListEnd
        shown={shown}
        total={last.total}
        hasMore={hasMore}
        isLoadingMore={isLoadingMore}
        onMore={onMore}
      />
      <p className="text-sm text-muted">{t.exportNote}</p>
      <ExportBar label={t.exportLabel} source={exportedVisits(last.person.id)} total={last.total} />
    </Panel>
  );
}
