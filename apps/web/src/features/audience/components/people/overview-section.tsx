import { useQuery } from '@tanstack/react-query';
import { Clapperboard, LineChart } from 'lucide-react';
import { Link } from 'wouter';
import { buttonVariants } from '../../../../components/ui/button.js';
import { LoadFailed, Loading } from '../../../../components/ui/load-states.js';
import { Panel } from '../../../../components/ui/panel.js';
import { audienceQuery } from '../../../../lib/api/audience.js';
import { useWatchingNow } from '../../../../lib/api/watching-now.js';
import { versionPath } from '../../../../lib/audience-paths.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { VersionChoice } from '../version-choice.js';
import { Figures } from './figures.js';

interface OverviewSectionProps {
  unlocked: boolean;
  /** The chosen version; empty for the shown one. */
  trailerId: string;
  onVersion: (trailerId: string) => void;
}

/** The figures of all people and of one version. */
export function OverviewSection({ unlocked, trailerId, onVersion }: OverviewSectionProps) {
  const t = useAudiencePageMessages().audience;
  const query = useQuery({ ...audienceQuery(trailerId || undefined), enabled: unlocked });
  const live = useWatchingNow(unlocked);
  const chosen = trailerId || (query.data?.trailerId ?? '');
  return (
    <Panel title={t.overview} icon={<Clapperboard aria-hidden="true" />}>
      <div className="flex flex-wrap items-end gap-3">
        <VersionChoice unlocked={unlocked} trailerId={chosen} onChange={onVersion} />
        {chosen && (
          <Link href={versionPath(chosen)} className={buttonVariants('secondary', 'min-h-12')}>
            <LineChart className="size-4.5" aria-hidden="true" />
            {t.engagementLink}
          </Link>
        )}
      </div>
      {query.isPending ? (
        <Loading />
      ) : query.data ? (
        <>
          {query.isError && <LoadFailed text={t.overviewOutdated} query={query} />}
          <Figures overview={query.data} live={live?.watching} />
        </>
      ) : (
        <LoadFailed text={t.overviewFailed} query={query} />
      )}
    </Panel>
  );
}
