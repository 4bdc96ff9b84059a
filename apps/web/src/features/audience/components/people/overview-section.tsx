import { useQuery } from '@tanstack/react-query';
import { Clapperboard } from 'lucide-react';
import { LoadFailed, Loading } from '../../../../components/ui/load-states.js';
import { Panel } from '../../../../components/ui/panel.js';
import { audienceQuery } from '../../../../lib/api/audience.js';
import { useWatchingNow } from '../../../../lib/api/watching-now.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { Figures } from './figures.js';
import { VersionChoice } from './version-choice.js';

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
  return (
    <Panel title={t.overview} icon={<Clapperboard aria-hidden="true" />}>
      <VersionChoice
        unlocked={unlocked}
        trailerId={trailerId || (query.data?.trailerId ?? '')}
        onChange={onVersion}
      />
      {query.isPending ? (
        <Loading />
      ) : query.data ? (
        <Figures overview={query.data} live={live?.watching} />
      ) : (
        <LoadFailed text={t.overviewFailed} query={query} />
      )}
    </Panel>
  );
}
