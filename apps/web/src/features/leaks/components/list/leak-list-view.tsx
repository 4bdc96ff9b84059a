import { leakLimits } from '@secure-preview/contracts';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint, ListChecks } from 'lucide-react';
import type { ReactNode } from 'react';
import { AdminMain } from '../../../../components/layout/admin-main.js';
import { buttonVariants } from '../../../../components/ui/button.js';
import { LoadFailed, Loading } from '../../../../components/ui/load-states.js';
import { Notice } from '../../../../components/ui/notice.js';
import { Panel } from '../../../../components/ui/panel.js';
import { trailersQuery } from '../../../../lib/api/trailers.js';
import { formatsOf, timeZoneName } from '../../../../lib/formats.js';
import { useLeaksPageMessages } from '../../../../messages/leaks-page/use-leaks-page-messages.js';
import { leaksQuery } from '../../api/leaks.js';
import { LeavingLink } from '../leaving-link.js';
import { LeakRow } from './leak-row.js';

interface LeakListViewProps {
  /** False while a case is shown, or the password is required again. */
  shown: boolean;
  renderUpload: () => ReactNode;
}

/** The upload of a clip, and the clips that were examined. */
export function LeakListView({ shown, renderUpload }: LeakListViewProps) {
  const messages = useLeaksPageMessages();
  const t = messages.leaks;
  const zone = timeZoneName(messages.locale);
  const query = useQuery({ ...leaksQuery, enabled: shown });
  const trailers = useQuery({ ...trailersQuery, enabled: shown }).data;
  const cases = query.data?.cases;
  const hasNoMarks = trailers !== undefined && !trailers.some(({ marked }) => marked);
  return (
    <AdminMain title={t.title} shown={shown}>
      <p className="-mt-2 max-w-prose px-1 text-muted">{t.intro}</p>
      {hasNoMarks && <NoMarks />}
      {renderUpload()}
      <Panel
        title={t.heading}
        icon={<ListChecks aria-hidden="true" />}
        aside={zone && <p className="text-sm text-muted">{t.zoneNote(zone)}</p>}
      >
        {query.isError && cases && (
          <Notice alarming>
            <p>{t.outdated}</p>
          </Notice>
        )}
        {!cases ? (
          query.isError ? (
            <LoadFailed text={t.failed} query={query} />
          ) : (
            <Loading />
          )
        ) : cases.length === 0 ? (
          <p role="status" className="text-muted">
            {t.empty}
          </p>
        ) : (
          <ul aria-label={t.listLabel} className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
            {cases.map((found) => (
              <LeakRow key={found.id} found={found} />
            ))}
          </ul>
        )}
        {cases && cases.length >= leakLimits.cases && (
          <p className="text-sm text-muted">
            {t.listEnd(formatsOf(messages.locale).number.format(leakLimits.cases))}
          </p>
        )}
      </Panel>
    </AdminMain>
  );
}

/** Says that no clip can be traced, and how to change that. */
function NoMarks() {
  const t = useLeaksPageMessages().leaks.noMarks;
  return (
    <Panel title={t.title} icon={<Fingerprint aria-hidden="true" />}>
      <p className="max-w-prose">{t.text}</p>
      <p>
        <LeavingLink href="/upload/settings" className={buttonVariants('secondary', 'max-sm:w-full')}>
          {t.link}
        </LeavingLink>
      </p>
    </Panel>
  );
}
