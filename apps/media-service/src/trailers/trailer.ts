import type {
  ActiveTrailer,
  ListedRendition,
  ListedTrailer,
  Trailer as TrailerView,
} from '@secure-preview/contracts';
import { type Caption, captionView } from '../captions/caption.js';
import { posterPath } from '../posters/poster.js';

export interface Trailer {
  readonly id: string;
  readonly title: string;
  /** Sanitised markup. */
  readonly description: string | null;
  readonly posterId: string | null;
  /** What did not go as it should; null when all was well. */
  readonly warning: string | null;
  readonly status: 'processing' | 'ready' | 'failed' | 'expired';
  readonly step: string | null;
  readonly progress: number;
  readonly secondsLeft: number | null;
  /** Whether all renditions are made, or none will be made any more. */
  readonly ladderDone: boolean;
  readonly cancelled: boolean;
  readonly failure: string | null;
  readonly durationSeconds: number | null;
  /** Width by height of the largest rendition; null until there is one. */
  readonly aspectRatio: number | null;
  readonly captions: readonly Caption[];
  readonly createdAt: Date;
  readonly active: boolean;
  /** Since when it could be shown and is not the one that is. */
  readonly unusedSince: Date | null;
}

/** A trailer with what only the administrator's list tells. */
export interface DetailedTrailer extends Trailer {
  /** Those that can be chosen, largest first. */
  readonly renditions: readonly ListedRendition[];
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether nothing more is to be made of it. */
export function isFinished({ status, ladderDone }: Pick<Trailer, 'status' | 'ladderDone'>): boolean {
  return status === 'ready' ? ladderDone : status !== 'processing';
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
    secondsLeft: trailer.secondsLeft,
    finished: isFinished(trailer),
    videoURL: status === 'ready' ? playlistPath(id) : null,
    posterURL: trailer.posterId === null ? null : posterPath(trailer.posterId),
    captions: trailer.captions.map(captionView),
    createdAt: trailer.createdAt.toISOString(),
  };
}

/** As it stands in the administrator's list. @param graceDays days that a replaced trailer is kept */
export function listedTrailerView(trailer: DetailedTrailer, graceDays: number): ListedTrailer {
  const { description: _, ...listed } = trailerView(trailer);
  const { unusedSince, renditions, warning } = trailer;
  const expiresAt =
    unusedSince === null ? null : new Date(unusedSince.getTime() + graceDays * DAY_MS).toISOString();
  return { ...listed, warning, expiresAt, renditions: [...renditions] };
}

/** As a viewer sees it. */
export function activeTrailerView(trailer: Trailer): ActiveTrailer {
  const { id, title, description, status, aspectRatio } = trailer;
  return {
    id,
    title,
    description,
    status,
    progress: shownProgress(trailer),
    filePath: status === 'ready' ? playlistPath(id) : null,
    posterPath: trailer.posterId === null ? null : posterPath(trailer.posterId),
    captions: trailer.captions.map(captionView),
    ...(aspectRatio === null ? {} : { aspectRatio }),
  };
}
