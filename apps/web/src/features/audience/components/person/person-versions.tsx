import type { PersonPage } from '@secure-preview/contracts';
import { Film } from 'lucide-react';
import { Link } from 'wouter';
import { Panel } from '../../../../components/ui/panel.js';
import { versionPath } from '../../../../lib/audience-paths.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { formatWatched, titleOf } from '../../lib/person-text.js';
import { FilmBar } from './film-bar.js';
import { Ranges } from './ranges.js';

/** What the person watched of each version, over all visits. */
export function PersonVersions({ person, trailers }: Pick<PersonPage, 'person' | 'trailers'>) {
  const messages = useAudiencePageMessages();
  const t = messages.person;
  return (
    <Panel title={t.versions.title} icon={<Film aria-hidden="true" />}>
      {person.versions.length === 0 ? (
        <p className="text-muted">{t.versions.none}</p>
      ) : (
        <ul className="grid gap-6">
          {person.versions.map((version) => {
            const { title, uploaded } = titleOf(version.trailerId, trailers, messages);
            return (
              <li key={version.trailerId} className="grid min-w-0 gap-2">
                <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 [overflow-wrap:anywhere]">
                  <bdi className="font-medium">{title}</bdi>
                  {uploaded && <span className="text-sm text-muted">{uploaded}</span>}
                  <Link
                    href={versionPath(version.trailerId)}
                    aria-label={t.versions.engagementOf(title)}
                    className="inline-flex min-h-6 items-center text-sm text-primary-bright underline decoration-primary/50 underline-offset-4"
                  >
                    {t.versions.engagement}
                  </Link>
                </p>
                <FilmBar length={version.trailerSeconds} ranges={version.ranges} />
                <p className="text-[0.95rem] tabular-nums">
                  {formatWatched(version, messages)}
                  {version.ranges.length > 0 && ': '}
                  <Ranges ranges={version.ranges} omitted={version.rangesOmitted} className="text-muted" />
                </p>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
