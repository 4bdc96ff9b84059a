import type { Caption } from '@secure-preview/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { RetryBoundary } from '../../../components/ui/retry-boundary.js';
import { activeTrailerQuery } from '../../../lib/api/active-trailer.js';
import { portalConfigQuery, usePortalConfig } from '../../../lib/api/portal-config.js';
import { lazyComponent } from '../../../lib/lazy-component.js';
import { playbackPosition } from '../../../lib/memory/playback-positions.js';
import type { OnAccessLost } from '../lib/access-lost.js';
import { toViewingUpdate } from '../lib/played-summary.js';
import type { OnNews } from '../lib/player/access-stream.js';
import { ViewingSession } from '../lib/viewing-session.js';
import { Player } from './player/player.js';

// Exported here, so that it is in the same chunk as the player.
export { loadTrailersEarly } from '../lib/player/early-trailer.js';

const AnotherVersion = lazyComponent(() => import('./another-version.js'));

export interface TrailerPlayerProps {
  trailerId: string;
  videoUrl: string;
  posterUrl: string | null;
  aspectRatio: number | undefined;
  title: string;
  captions?: readonly Caption[];
  watermark: readonly string[];
  /** E-mail address under which the playback position is stored. Without it no position is stored. */
  viewerEmail: string | undefined;
  onDuration: (seconds: number) => void;
  onAccessLost: OnAccessLost;
}

/** Shows the player, and reports its start, progress and end to a viewing session. */
export default function TrailerPlayer({
  trailerId,
  viewerEmail,
  onAccessLost,
  ...player
}: TrailerPlayerProps) {
  const [session] = useState(() => new ViewingSession(trailerId));
  const { data: config } = usePortalConfig();
  const [position] = useState(() => viewerEmail && playbackPosition(viewerEmail, trailerId));
  const [startAt] = useState(() => (position ? position.read() : undefined));
  const queryClient = useQueryClient();
  const [isReplaced, setReplaced] = useState(false);
  const handleNews: OnNews = (news) => {
    if ('shown' in news) setReplaced(news.shown !== trailerId);
    // The gate of the next visit in this tab shows the new terms.
    else void queryClient.invalidateQueries({ queryKey: portalConfigQuery.queryKey });
  };
  useEffect(() => session.setAccessListener(onAccessLost), [session, onAccessLost]);
  return (
    <>
      <Player
        {...player}
        trailerId={trailerId}
        startAt={startAt}
        onPosition={(report) => {
          if (!position) return;
          if (report === 'ended') position.forget();
          else position.save(report.seconds, report.duration);
        }}
        contact={config && { email: config.contactEmail, phone: config.contactPhone }}
        onVideoStart={() => session.start()}
        onProgress={(watched, state) => session.report(toViewingUpdate(watched), watched.plays, state)}
        onSignal={(state) => void session.signal(state)}
        onVideoEnd={(_duration, _completed, watched) => {
          const state = { state: 'ended', position: watched.duration } as const;
          void session.report(toViewingUpdate(watched), watched.plays, state);
        }}
        onAccessLost={onAccessLost}
        onNews={handleNews}
        // Another trailer may have replaced this one since the page loaded.
        onMissing={() => void queryClient.invalidateQueries({ queryKey: activeTrailerQuery.queryKey })}
      />
      {isReplaced && (
        // If its code does not load, playback continues.
        <RetryBoundary fallback={() => null}>
          <Suspense fallback={null}>
            <AnotherVersion onLoaded={() => setReplaced(false)} />
          </Suspense>
        </RetryBoundary>
      )}
    </>
  );
}
