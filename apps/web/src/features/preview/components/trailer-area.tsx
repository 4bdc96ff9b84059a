import type { ActiveTrailer } from '@secure-preview/contracts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Clapperboard, CloudOff } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Button } from '../../../components/ui/button.js';
import { panelLook } from '../../../components/ui/panel.js';
import { PartBoundary } from '../../../components/ui/part-boundary.js';
import { Spinner } from '../../../components/ui/spinner.js';
import { activeTrailerQuery } from '../../../lib/api/trailers.js';
import { hasCode, serverMessage } from '../../../lib/http-error.js';
import { messages } from '../../../messages/index.js';
import { TrailerPlayer } from '../parts.js';
import { ProcessingPoster } from './processing-poster.js';

const words = messages.preview;

interface TrailerAreaProps {
  fallbackTitle: string;
  watermark: readonly string[];
  onSessionExpired: () => void;
}

/** The place of the picture in every state it can be in. */
export function TrailerArea(props: TrailerAreaProps) {
  const query = useQuery(activeTrailerQuery);
  const trailer = query.data;
  if (!trailer) return query.isPending ? <LoadingTrailer /> : <TrailerMissing query={query} />;
  const title = trailer.title || props.fallbackTitle;
  if (trailer.filePath === null) return <ProcessingPoster trailer={trailer} />;
  return (
    <PartBoundary fallback={({ retry }) => <PlayerMissing onRetry={retry} />}>
      <Suspense fallback={<LoadingTrailer />}>
        <TrailerPlayer
          key={trailer.filePath}
          trailerId={trailer.id}
          videoUrl={trailer.filePath}
          posterUrl={trailer.posterPath}
          title={title}
          captions={trailer.captions}
          watermark={props.watermark}
          onSessionExpired={props.onSessionExpired}
        />
      </Suspense>
    </PartBoundary>
  );
}

function LoadingTrailer() {
  return (
    <Frame asLargeAsThePicture>
      <p role="status" className="flex items-center gap-3 text-mist">
        <Spinner className="size-5 text-lamp" />
        {words.loadingTrailer}
      </p>
    </Frame>
  );
}

function PlayerMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      icon={<CloudOff />}
      title={messages.common.partMissingTitle}
      text={messages.common.partMissingText}
      action={
        <Button look="secondary" onClick={onRetry}>
          {messages.common.tryAgain}
        </Button>
      }
    />
  );
}

function TrailerMissing({ query }: { query: UseQueryResult<ActiveTrailer> }) {
  const none = hasCode(query.error, 'NO_ACTIVE_TRAILER');
  return (
    <Notice
      icon={none ? <Clapperboard /> : <CloudOff />}
      title={none ? words.noTrailerTitle : words.unavailableTitle}
      text={none ? words.noTrailerText : serverMessage(query.error, messages.common.unavailableText)}
      action={
        <Button
          look="secondary"
          pending={query.isFetching}
          disabled={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {none ? words.checkAgain : messages.common.tryAgain}
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

/** What is the matter, and what to do, in the place of the picture. */
function Notice({ icon, title, text, action }: NoticeProps) {
  return (
    <Frame>
      <div className="grid max-w-md justify-items-center gap-4 text-center">
        <span aria-hidden="true" className="text-lamp [&>svg]:size-9">
          {icon}
        </span>
        <h2 className="title-wide text-xl sm:text-2xl">{title}</h2>
        <p role="status" className="text-balance text-mist">
          {text}
        </p>
        {action}
      </div>
    </Frame>
  );
}

interface FrameProps {
  /** So that nothing moves when the picture comes. */
  asLargeAsThePicture?: boolean;
  children: ReactNode;
}

function Frame({ asLargeAsThePicture, children }: FrameProps) {
  return (
    <div
      className={clsx(
        panelLook,
        'grid w-full place-items-center',
        asLargeAsThePicture
          ? 'aspect-video max-w-[calc(var(--stage-height)*16/9)]'
          : 'max-w-4xl px-6 py-10 sm:py-14 low:py-6',
      )}
    >
      {children}
    </div>
  );
}
