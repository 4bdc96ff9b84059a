import type { ActiveTrailer, ListedTrailer, Trailer as TrailerView } from '@secure-preview/contracts';
import { posterPath } from '../posters/poster.js';

export interface Trailer {
  readonly id: string;
  readonly title: string;
  /** Sanitised markup. */
  readonly description: string | null;
  readonly posterId: string | null;
  /** What its creator is told besides; null when all was well. */
  readonly warning: string | null;
  readonly status: 'processing' | 'ready' | 'failed';
  readonly step: string | null;
  readonly progress: number;
  readonly failure: string | null;
  readonly durationSeconds: number | null;
  readonly createdAt: Date;
  readonly active: boolean;
}

/** What is known of an accepted upload. */
export interface NewTrailer {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly posterId: string | null;
  readonly warning: string | null;
  readonly source: { readonly key: string; readonly etag: string; readonly bytes: number };
}

/** The portal's address of a trailer's playlist. */
const playlistPath = (id: string): string => `/api/media/trailers/${id}/master.m3u8`;

const shownProgress = ({ progress }: Trailer): number => Math.round(progress * 10) / 10;

/** As the administrator sees it. */
export function trailerView(trailer: Trailer): TrailerView {
  const { id, title, description, status, step, failure, durationSeconds, active } = trailer;
  return {
    id,
    title,
    description,
    status,
    step,
    failure,
    durationSeconds,
    active,
    progress: shownProgress(trailer),
    videoURL: status === 'ready' ? playlistPath(id) : null,
    posterURL: trailer.posterId === null ? null : posterPath(trailer.posterId),
    createdAt: trailer.createdAt.toISOString(),
  };
}

/** As it stands in the administrator's list. */
export function listedTrailerView(trailer: Trailer): ListedTrailer {
  const { description: _, ...listed } = trailerView(trailer);
  return listed;
}

/** As a viewer sees it. */
export function activeTrailerView(trailer: Trailer): ActiveTrailer {
  const { id, title, description, status } = trailer;
  return {
    id,
    title,
    description,
    status,
    progress: shownProgress(trailer),
    filePath: status === 'ready' ? playlistPath(id) : null,
    posterPath: trailer.posterId === null ? null : posterPath(trailer.posterId),
  };
}
