import { type Engagement, engagementBucket } from '@secure-preview/contracts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, RefreshCw } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import * as z from 'zod/mini';
import { AdminMain } from '../../../../components/layout/admin-main.js';
import { ExportBar } from '../../../../components/lists/export-bar.js';
import { Button, buttonVariants } from '../../../../components/ui/button.js';
import { LoadFailed, Loading } from '../../../../components/ui/load-states.js';
import { trailersQuery } from '../../../../lib/api/trailers.js';
import { AUDIENCE_PATH, versionPath } from '../../../../lib/audience-paths.js';
import { hasCode } from '../../../../lib/http-error.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { engagementQuery } from '../../api/engagement.js';
import { VersionChoice } from '../version-choice.js';
import { DayPlot } from './day-plot.js';
import { EngagementFigures } from './engagement-figures.js';
import { SecondPlots } from './second-plots.js';

interface EngagementViewProps {
  trailerId: string;
  unlocked: boolean;
}

/** How a version was watched. */
export function EngagementView({ trailerId, unlocked }: EngagementViewProps) {
  const t = useAudiencePageMessages().engagement;
  const query = useQuery({ ...engagementQuery(trailerId), enabled: unlocked });
  const [, navigate] = useLocation();
  return (
    <AdminMain title={t.title} shown={unlocked}>
      <div className="no-print">
        <Link href={AUDIENCE_PATH} className={buttonVariants('quiet', '-ms-4')}>
          <ArrowLeft className="size-4.5 rtl:-scale-x-100" aria-hidden="true" />
          {t.back}
        </Link>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <VersionChoice
          trailerId={trailerId}
          unlocked={unlocked}
          onChange={(chosen) => navigate(versionPath(chosen))}
        />
        <Button
          variant="secondary"
          className="no-print min-h-12"
          pending={query.isFetching && !query.isPending}
          onClick={() => void query.refetch()}
        >
          {!query.isFetching && <RefreshCw className="size-4.5" aria-hidden="true" />}
          {t.refresh}
        </Button>
      </div>
      {query.isPending ? (
        <Loading />
      ) : query.isError ? (
        <LoadFailed text={hasCode(query.error, 'TRAILER_NOT_FOUND') ? t.notFound : t.failed} query={query} />
      ) : query.data.viewers === 0 ? (
        <p role="status" className="text-muted">
          {t.empty}
        </p>
      ) : (
        <Watched key={trailerId} engagement={query.data} unlocked={unlocked} />
      )}
    </AdminMain>
  );
}

const columns = ['trailerId', 'title', ...z.keyof(engagementBucket).options] as const;

/** The engagement of a version that somebody watched. */
function Watched({ engagement, unlocked }: { engagement: Engagement; unlocked: boolean }) {
  const t = useAudiencePageMessages().engagement;
  const trailers = useQuery({ ...trailersQuery, enabled: unlocked }).data;
  const { buckets, trailerId } = engagement;
  // Each row names the version, so that files of two versions can be told apart. Deleted versions have no title.
  const title = trailers?.find(({ id }) => id === trailerId)?.title ?? null;
  const rows = buckets.map((bucket) => ({ trailerId, title, ...bucket }));
  return (
    <>
      <EngagementFigures engagement={engagement} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-2">
        <SecondPlots engagement={engagement} />
        <DayPlot engagement={engagement} />
      </div>
      <p className="max-w-prose text-sm text-muted">{t.staffNote}</p>
      <div className="no-print">
        <ExportBar
          label={t.exportLabel}
          total={rows.length}
          source={{
            name: 'engagement',
            columns,
            readPage: async () => ({ rows, total: rows.length, nextCursor: null }),
          }}
        />
      </div>
    </>
  );
}
