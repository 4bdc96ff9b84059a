import type { ListedTrailer } from '@secure-preview/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { activeTrailerQuery } from '../../../lib/api/active-trailer.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';

/**
 * Returns an announcement for screen readers when a version becomes playable or fails. Refetches the active
 * trailer, which may have changed.
 */
export function useAnnouncement(trailers: readonly ListedTrailer[] | undefined): string {
  const t = useUploadPageMessages().versions;
  const queryClient = useQueryClient();
  const previousStatuses = useRef(new Map<string, ListedTrailer['status']>());
  const [announcement, setAnnouncement] = useState('');

  useEffect(() => {
    if (!trailers) return;
    const changed = trailers.find(
      ({ id, status }) => previousStatuses.current.get(id) === 'processing' && status !== 'processing',
    );
    previousStatuses.current = new Map(trailers.map(({ id, status }) => [id, status]));
    if (!changed) return;
    const { title, status } = changed;
    setAnnouncement(status === 'ready' ? t.nowReady(title) : t.nowFailed(title));
    void queryClient.invalidateQueries({ queryKey: activeTrailerQuery.queryKey });
  }, [trailers, queryClient, t]);
  return announcement;
}
