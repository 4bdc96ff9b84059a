import type { Caption } from '@secure-preview/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { activeTrailerQuery } from '../../../lib/api/trailers.js';
import { ViewingSession } from '../lib/viewing-session.js';
import { viewingUpdateOf } from '../lib/watched.js';
import { Player } from './player/player.js';

export interface TrailerPlayerProps {
  trailerId: string;
  videoUrl: string;
  posterUrl: string | null;
  title: string;
  captions?: readonly Caption[];
  watermark: readonly string[];
  onSessionExpired: () => void;
}

/** The player with its viewing session: created at the first start, told of progress and end. */
export default function TrailerPlayer({ trailerId, onSessionExpired, ...player }: TrailerPlayerProps) {
  const [session] = useState(() => new ViewingSession(trailerId));
  const queryClient = useQueryClient();
  useEffect(() => session.whenExpired(onSessionExpired), [session, onSessionExpired]);
  return (
    <Player
      {...player}
      onVideoStart={() => session.start()}
      onProgress={(watched) => session.report(viewingUpdateOf(watched))}
      onVideoEnd={(_duration, _completed, watched) => void session.report(viewingUpdateOf(watched))}
      onUnauthorized={onSessionExpired}
      // Another trailer may have taken its place since the page asked which one is shown.
      onMissing={() => void queryClient.invalidateQueries({ queryKey: activeTrailerQuery.queryKey })}
    />
  );
}
