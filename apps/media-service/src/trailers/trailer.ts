import {
  type ActiveTrailer,
  DAY_MS,
  type ListedRendition,
  type ListedTrailer,
  noticeMessage,
  type TrailerNotice,
  type Trailer as TrailerView,
} from '@secure-preview/contracts';
import { type Caption, captionView } from '../captions/caption.js';
import { posterPath } from '../posters/poster.js';
import { type CheckedMarks, markCheckView } from './checked-marks.js';

export interface Trailer {
  readonly id: string;
  readonly title: string;
  /** Sanitised markup. */
  readonly description: string | null;
  readonly posterId: string | null;
  /** Problems that did not fail the trailer. */
  readonly warnings: readonly TrailerNotice[];
  readonly status: 'processing' | 'ready' | 'failed' | 'expired';
  readonly step: string | null;
  readonly progress: number;
  readonly secondsLeft: number | null;
  /** Whether no more renditions will be added. */
  readonly ladderDone: boolean;
  readonly cancelled: boolean;
  readonly failure: TrailerNotice | null;
  readonly durationSeconds: number | null;
  /** Width divided by height of the largest rendition; null without renditions. */
  readonly aspectRatio: number | null;
  readonly captions: readonly Caption[];
  readonly createdAt: Date;
  readonly active: boolean;
  /** Time since which the trailer is ready but not active; null otherwise. */
  readonly unusedSince: Date | null;
}

/** A trailer with the details of the administrator's list. */
export interface DetailedTrailer extends Trailer {
  /** Playable renditions, largest first. */
  readonly renditions: readonly ListedRendition[];
  /** Whether each person is sent a copy of their own. */
  readonly marked: boolean;
  /** Whether processing has ended and the upload is kept, so that a marked version can be made from it. */
  readonly markable: boolean;
  /** Null until the marks were checked. */
  readonly markCheck: CheckedMarks | null;
}

/** Returns whether the processing of a trailer has ended. */
export function isFinished({ status, ladderDone }: Pick<Trailer, 'status' | 'ladderDone'>): boolean {
  return status === 'ready' ? ladderDone : status !== 'processing';
}

/** The data of an accepted upload. */
export interface NewTrailer {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly posterId: string | null;
  readonly warning: TrailerNotice | null;
  /** Seconds of a segment if the trailer is marked; null if it is not. */
  readonly markSegmentSeconds: number | null;
  readonly source: { readonly key: string; readonly etag: string; readonly bytes: number };
}

/** Returns the portal's path of a trailer's playlist. */
const playlistPath = (id: string): string => `/api/media/trailers/${id}/master.m3u8`;

const shownProgress = ({ progress }: Trailer): number => Math.round(progress * 10) / 10;

/** Maps a trailer to the administrator's view. */
export function trailerView(trailer: Trailer): TrailerView {
  const { id, title, description, status, step, failure, durationSeconds, active } = trailer;
  return {
    id,
    title,
    description,
    status,
    step,
    failure: failure && noticeMessage(failure),
    failureNotice: failure,
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

/** Returns the sentences of warnings; null without any. */
export const warningText = (warnings: readonly TrailerNotice[]): string | null =>
  warnings.map(noticeMessage).join(' ') || null;

/**
 * Maps a trailer to an entry of the administrator's list.
 *
 * @param graceDays days that a replaced trailer is kept
 */
export function listedTrailerView(trailer: DetailedTrailer, graceDays: number): ListedTrailer {
  const { description: _, ...listed } = trailerView(trailer);
  const { unusedSince, renditions, warnings, marked, markable, markCheck } = trailer;
  const expiresAt =
    unusedSince === null ? null : new Date(unusedSince.getTime() + graceDays * DAY_MS).toISOString();
  const warning = warningText(warnings);
  return {
    ...listed,
    warning,
    warnings: [...warnings],
    expiresAt,
    renditions: [...renditions],
    marked,
    markable,
    markCheck: markCheck && markCheckView(markCheck),
  };
}

/** Maps a trailer to the view of viewers. */
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
