import type { ActiveTrailer } from '@secure-preview/contracts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Clapperboard, CloudOff } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Button } from '../../../components/ui/button.js';
import { panelVariants } from '../../../components/ui/panel.js';
import { RetryBoundary } from '../../../components/ui/retry-boundary.js';
import { activeTrailerQuery } from '../../../lib/api/active-trailer.js';
import { hasCode, serverMessage } from '../../../lib/http-error.js';
import { useMessages } from '../../../messages/use-messages.js';
import type { OnAccessLost } from '../lib/access-lost.js';
import { TrailerPlayer } from './lazy-trailer-player.js';
import { ProcessingPoster } from './processing-poster.js';
import { PlayerSkeleton } from './trailer-skeleton.js';

interface TrailerAreaProps {
  fallbackTitle: string;
  watermark: readonly string[];
  viewerEmail: string | undefined;
  onDuration: (seconds: number) => void;
  onAccessLost: OnAccessLost;
}

/** Shows the trailer, its processing progress, or the reason why there is none. */
export function TrailerArea(props: TrailerAreaProps) {
  const query = useQuery(activeTrailerQuery);
  const trailer = query.data;
  if (!trailer) return query.isPending ? <PlayerSkeleton /> : <TrailerUnavailable query={query} />;
  const title = trailer.title || props.fallbackTitle;
  if (trailer.filePath === null) return <ProcessingPoster trailer={trailer} />;
  return (
    <RetryBoundary fallback={({ retry }) => <PlayerLoadError onRetry={retry} />}>
      <Suspense fallback={<PlayerSkeleton aspectRatio={trailer.aspectRatio} />}>
        <TrailerPlayer
          key={trailer.filePath}
          trailerId={trailer.id}
          videoUrl={trailer.filePath}
          posterUrl={trailer.posterPath}
          aspectRatio={trailer.aspectRatio}
          title={title}
          captions={trailer.captions}
          watermark={props.watermark}
          viewerEmail={props.viewerEmail}
          onDuration={props.onDuration}
          onAccessLost={props.onAccessLost}
        />
      </Suspense>
    </RetryBoundary>
  );
}

function PlayerLoadError({ onRetry }: { onRetry: () => void }) {
  const messages = useMessages();
  return (
    <Notice
      icon={<CloudOff />}
      title={messages.common.loadFailedTitle}
      text={messages.common.loadFailedText}
      action={
        <Button variant="secondary" onClick={onRetry}>
          {messages.common.tryAgain}
        </Button>
      }
    />
  );
}

function TrailerUnavailable({ query }: { query: UseQueryResult<ActiveTrailer> }) {
  const messages = useMessages();
  const t = messages.preview;
  const isEmpty = hasCode(query.error, 'NO_ACTIVE_TRAILER');
  return (
    <Notice
      icon={isEmpty ? <Clapperboard /> : <CloudOff />}
      title={isEmpty ? t.noTrailerTitle : t.unavailableTitle}
      text={isEmpty ? t.noTrailerText : serverMessage(query.error, messages.common.unavailableText, messages)}
      action={
        <Button
          variant="secondary"
          pending={query.isFetching}
          disabled={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {isEmpty ? t.checkAgain : messages.common.tryAgain}
        </Button>
      }
    />
  );
}

interface NoticeProps {
  icon: ReactNode;
  title: string;
  text: string;
  action: ReactNode;
}

/** Shows a problem and what to do about it, in place of the player. */
function Notice({ icon, title, text, action }: NoticeProps) {
  return (
    <div className={`${panelVariants} grid w-full max-w-4xl place-items-center px-6 py-10 sm:py-14 low:py-6`}>
      <div className="grid max-w-md animate-appear justify-items-center gap-4 text-center">
        <span aria-hidden="true" className="text-primary [&>svg]:size-9">
          {icon}
        </span>
        <h1 className="title-wide text-xl sm:text-2xl">{title}</h1>
        <p role="status" className="text-balance text-muted">
          {text}
        </p>
        {action}
      </div>
    </div>
  );
}
