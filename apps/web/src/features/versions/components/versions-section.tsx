import type { ListedTrailer } from '@secure-preview/contracts';
import { useQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Panel } from '../../../components/ui/panel.js';
import { Spinner } from '../../../components/ui/spinner.js';
import { trailersQuery } from '../../../lib/api/trailers.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { useAnnouncement } from '../lib/use-announcement.js';
import { useVersionActions } from './version-actions.js';
import { VersionItem } from './version-item.js';

/** Number of versions in the collapsed list. */
const COLLAPSED_COUNT = 5;

interface VersionsSectionProps {
  /** False while the upload password has to be entered again. */
  unlocked: boolean;
  /** Renders the player of a playable version. */
  renderPlayer: (trailer: ListedTrailer) => ReactNode;
}

/** Lists the uploaded trailers with their states, and marks the active one. */
export function VersionsSection({ unlocked, renderPlayer }: VersionsSectionProps) {
  const messages = useUploadPageMessages();
  const t = messages.versions;
  const query = useQuery({ ...trailersQuery, enabled: unlocked, refetchOnMount: 'always' });
  const trailers = query.data;
  const announcement = useAnnouncement(trailers);
  const [isExpanded, setExpanded] = useState(false);
  const [completedActions, setCompletedActions] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const actions = useVersionActions({
    renderPlayer,
    onDone: () => setCompletedActions((count) => count + 1),
  });

  // The pressed button may no longer exist; focus must stay inside the section.
  useEffect(() => {
    if (completedActions > 0 && document.activeElement === document.body) list.current?.focus();
  }, [completedActions]);

  const count = trailers?.length ?? 0;
  return (
    <Panel title={count > 0 ? t.titleWithCount(count) : t.title} icon={<Layers aria-hidden="true" />}>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {query.isPending ? (
        <p role="status" className="flex items-center gap-3 py-6 text-muted">
          <Spinner className="size-5 text-primary" />
          {messages.common.loading}
        </p>
      ) : !trailers ? (
        <div className="grid justify-items-start gap-4 py-2">
          <p>{t.failed}</p>
          <Button variant="secondary" onClick={() => void query.refetch()}>
            {messages.common.tryAgain}
          </Button>
        </div>
      ) : count === 0 ? (
        <p className="max-w-prose text-muted">{t.empty}</p>
      ) : (
        <>
          <p className="max-w-prose text-muted">{t.note}</p>
          <ul ref={list} tabIndex={-1} aria-label={t.listLabel} className="grid outline-none">
            {(isExpanded ? trailers : trailers.slice(0, COLLAPSED_COUNT)).map((trailer) => (
              <VersionItem key={trailer.id} trailer={trailer} actions={actions} />
            ))}
          </ul>
          {!isExpanded && count > COLLAPSED_COUNT && (
            <Button variant="secondary" className="justify-self-start" onClick={() => setExpanded(true)}>
              {t.showAll(count)}
            </Button>
          )}
        </>
      )}
      {actions.dialog}
    </Panel>
  );
}
