import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { AdminMain } from '../../../../components/layout/admin-main.js';
import { buttonVariants } from '../../../../components/ui/button.js';
import { LoadFailed, Loading } from '../../../../components/ui/load-states.js';
import { Panel } from '../../../../components/ui/panel.js';
import { AUDIENCE_PATH } from '../../../../lib/audience-paths.js';
import type { RenderBlockDialog } from '../../../../lib/block-dialog.js';
import { hasCode } from '../../../../lib/http-error.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { personQuery, useRefreshPeople } from '../../api/person.js';
import { FlagList } from '../flags/flag-list.js';
import { PersonAccessChanges } from './person-access-changes.js';
import { PersonFacts } from './person-facts.js';
import { PersonVersions } from './person-versions.js';
import { VisitList } from './visit-list.js';

interface PersonViewProps {
  personId: string;
  unlocked: boolean;
  renderBlockDialog: RenderBlockDialog;
}

/** The visits of one person. */
export function PersonView({ personId, unlocked, renderBlockDialog }: PersonViewProps) {
  const t = useAudiencePageMessages().person;
  const query = useInfiniteQuery({ ...personQuery(personId), enabled: unlocked });
  const [isBlocking, setBlocking] = useState(false);
  const refresh = useRefreshPeople();
  const isUnknown = hasCode(query.error, 'LEAD_NOT_FOUND');
  const [page] = query.data?.pages ?? [];
  const person = isUnknown ? undefined : page?.person;
  return (
    <AdminMain
      title={person?.name ?? (isUnknown ? t.notFound.title : t.title)}
      heading={person && <bdi className="[overflow-wrap:anywhere]">{person.name}</bdi>}
      shown={unlocked}
    >
      <p>
        <Link href={AUDIENCE_PATH} className={buttonVariants('quiet', 'no-print -ms-3')}>
          <ArrowLeft className="size-4.5 rtl:-scale-x-100" aria-hidden="true" />
          {t.back}
        </Link>
      </p>
      {isUnknown ? (
        <p role="status" className="max-w-prose px-1 text-muted">
          {t.notFound.text}
        </p>
      ) : !person ? (
        <Panel title={t.facts.title}>
          {query.isError ? <LoadFailed text={t.failed} query={query} /> : <Loading />}
        </Panel>
      ) : (
        <>
          <FlagList pages={query.data?.pages ?? []} />
          <PersonFacts person={person} onBlock={() => setBlocking(true)} />
          <PersonVersions person={person} trailers={page?.trailers} />
          <PersonAccessChanges pages={query.data?.pages ?? []} />
          <VisitList
            pages={query.data?.pages ?? []}
            hasMore={query.hasNextPage}
            isLoadingMore={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
            onBlock={person.blocks && (() => setBlocking(true))}
          />
        </>
      )}
      {isBlocking &&
        person?.blocks &&
        renderBlockDialog({
          person: {
            name: person.name,
            email: person.email,
            network: person.network,
            blocks: person.blocks,
          },
          onChanged: refresh,
          onClose: () => setBlocking(false),
        })}
    </AdminMain>
  );
}
