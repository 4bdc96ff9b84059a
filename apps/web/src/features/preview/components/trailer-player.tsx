import type { Caption } from '@secure-preview/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usePortalConfig } from '../../../lib/api/portal-config.js';
import { activeTrailerQuery } from '../../../lib/api/trailers.js';
import { playbackPosition } from '../../../lib/memory/playback-positions.js';
import { viewingUpdateOf } from '../lib/played-summary.js';
import { ViewingSession } from '../lib/viewing-session.js';
import { Player } from './player/player.js';

export interface TrailerPlayerProps {
  trailerId: string;
  videoUrl: string;
  posterUrl: string | null;
  aspectRatio: number | undefined;
  title: string;
  captions?: readonly Caption[];
  watermark: readonly string[];
  /** E-mail address under which the playback position is stored; without it none is stored. */
  viewerEmail: string | undefined;
  onDuration: (seconds: number) => void;
  onSessionExpired: () => void;
}

/** The player with its viewing session, which is created at the first start and receives progress and end. */
export default function TrailerPlayer({
  trailerId,
  viewerEmail,
  onSessionExpired,
  ...player
}: TrailerPlayerProps) {
  const [session] = useState(() => new ViewingSession(trailerId));
  const { data: config } = usePortalConfig();
  const [position] = useState(() => viewerEmail && playbackPosition(viewerEmail, trailerId));
  const [startAt] = useState(() => (position ? position.read() : undefined));
  const queryClient = useQueryClient();
  useEffect(() => session.whenExpired(onSessionExpired), [session, onSessionExpired]);
  return (
    <Player
      {...player}
      startAt={startAt}
      onPosition={(at) => {
        if (!position) return;
        if (at === 'ended') position.forget();
        else position.save(at.seconds, at.duration);
      }}
      contact={config && { email: config.contactEmail, phone: config.contactPhone }}
      onVideoStart={() => session.start()}
      onProgress={(watched) => session.report(viewingUpdateOf(watched))}
      onVideoEnd={(_duration, _completed, watched) => void session.report(viewingUpdateOf(watched))}
      onUnauthorized={onSessionExpired}
      // Another trailer may have replaced it since the page loaded.
      onMissing={() => void queryClient.invalidateQueries({ queryKey: activeTrailerQuery.queryKey })}
    />
  );
}
