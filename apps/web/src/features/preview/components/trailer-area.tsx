import type { ActiveTrailer } from '@secure-preview/contracts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Clapperboard, CloudOff } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Button } from '../../../components/ui/button.js';
import { panelLook } from '../../../components/ui/panel.js';
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
  if (trailer.filePath === null) return <ProcessingPoster trailer={trailer} title={title} />;
  return (
    <Suspense fallback={<LoadingTrailer />}>
      <TrailerPlayer
        key={trailer.filePath}
        videoUrl={trailer.filePath}
        posterUrl={trailer.posterPath}
        title={title}
        watermark={props.watermark}
        onSessionExpired={props.onSessionExpired}
      />
    </Suspense>
  );
}

function LoadingTrailer() {
  return (
    <Frame>
      <p role="status" className="flex items-center gap-3 text-mist">
        <Spinner className="size-5 text-lamp" />
        {words.loadingTrailer}
      </p>
    </Frame>
  );
}

function TrailerMissing({ query }: { query: UseQueryResult<ActiveTrailer> }) {
  const none = hasCode(query.error, 'NO_ACTIVE_TRAILER');
  const Icon = none ? Clapperboard : CloudOff;
  return (
    <Frame>
      <div className="grid max-w-md justify-items-center gap-4 text-center">
        <Icon className="size-9 text-lamp" aria-hidden="true" />
        <h2 className="title-wide text-xl sm:text-2xl">
          {none ? words.noTrailerTitle : words.unavailableTitle}
        </h2>
        <p role="status" className="text-mist">
          {none ? words.noTrailerText : serverMessage(query.error, messages.common.unavailableText)}
        </p>
        <Button
          look="secondary"
          pending={query.isFetching}
          disabled={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {none ? words.checkAgain : messages.common.tryAgain}
        </Button>
      </div>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div
      className={`${panelLook} grid min-h-64 w-full max-w-[calc(var(--stage-height)*16/9)] place-items-center p-6 sm:aspect-video`}
    >
      {children}
    </div>
  );
}
