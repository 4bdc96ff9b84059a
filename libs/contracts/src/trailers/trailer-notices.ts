import { type ErrorParams, errorMessage, fillIn, isErrorCode } from '../errors/error-codes.js';
import { leakLimits } from '../leak-limits.js';
import { limits } from '../limits.js';
import type { TrailerNotice } from './trailer-notice.js';

/**
 * Notices for the administrator about the file of a trailer or its processing. `{name}` is replaced from the
 * notice's `params`. Services store code and params.
 */
export const trailerNotices = {
  FILE_UNREADABLE: 'The file is damaged or incomplete, or not a video that this portal can read.',
  FILE_DESCRIPTION_TOO_LONG: 'The metadata of the file is too long for a video.',
  FILE_DAMAGED: 'The file is damaged, or its picture or sound is in a format that cannot be read.',
  FILE_INCOMPLETE: 'The file is incomplete: only {readable} of its {claimed} minutes can be read.',
  FILE_CHANGED: 'The uploaded file was removed or replaced after it was accepted.',
  FILE_NOT_PROCESSED: 'The file cannot be processed.',
  FILE_GIVEN_UP: 'The file could not be processed after many attempts.',
  NO_PICTURE: 'The file has no picture.',
  ONLY_SOUND: 'The file has no picture, only sound.',
  PICTURE_UNREADABLE: 'The file is damaged or incomplete: no picture of it can be read.',
  PICTURE_FORMAT_UNKNOWN: 'The picture is in a format that this portal cannot read.',
  PICTURE_SIZE_INVALID:
    'The file is damaged: its picture has no size, or is larger than {maxWidth}×{maxHeight}.',
  PICTURE_TOO_LARGE: 'The picture is too large: {width}×{height}. The maximum is {maxWidth}×{maxHeight}.',
  PICTURE_AND_SOUND_DIFFER: 'The file is damaged: its picture and its sound do not end together.',
  VIDEO_TOO_LONG: 'The video is longer than {maxHours} hours.',
  CLIP_TOO_SHORT: 'The clip is shorter than {minSeconds} seconds.',
  CLIP_TOO_LONG: 'The clip is longer than {maxMinutes} minutes.',
  PROCESSING_TOO_SLOW: 'The file takes too long to process.',
  PROCESSING_TOO_LARGE: 'The processed video would be too large.',
  PROCESSING_NEEDS_MEMORY: 'Processing the file takes more memory than one video may use.',
  PROCESSING_CANCELLED: 'Processing was cancelled.',
  SIZES_CANCELLED: 'The larger sizes were cancelled.',
  SIZES_INCOMPLETE: 'Not every size could be made.',
  SIZES_DIFFER: 'The further sizes do not match the first one.',
  COLOURS_WASHED_OUT:
    "The video's high dynamic range could not be converted for standard screens, so its colours may look " +
    'washed out: the ffmpeg of this server lacks the filters zscale and tonemap.',
  EVIDENCE_LOST:
    'Parts of the version “{title}” were lost from storage, so clips cannot be compared with it.',
  PARTS_LOST: 'Parts of the video were lost from storage. Please upload it again.',
  POSTER_EXPIRED: 'The poster was not applied: it was uploaded too long ago',
  /** `reason` is the code of the error that rejected the poster; the other params belong to that error. */
  POSTER_NOT_APPLIED: 'The poster was not applied: {reason}',
} as const;
export type TrailerNoticeCode = keyof typeof trailerNotices;

const { maxFrame, maxHours } = limits.video;
const maxSize = { maxWidth: maxFrame.width, maxHeight: maxFrame.height };
/**
 * Limits that a notice states. Each notice stores them, so that it still states the limit that applied when the file was
 * rejected.
 */
const limitParams: Partial<Record<TrailerNoticeCode, ErrorParams>> = {
  PICTURE_SIZE_INVALID: maxSize,
  PICTURE_TOO_LARGE: maxSize,
  VIDEO_TOO_LONG: { maxHours },
  CLIP_TOO_SHORT: { minSeconds: leakLimits.clip.minSeconds },
  CLIP_TOO_LONG: { maxMinutes: leakLimits.clip.maxSeconds / 60 },
};

/** Creates a notice of a known code. */
export function notice(code: TrailerNoticeCode, params: ErrorParams = {}): TrailerNotice {
  return { code, params: { ...limitParams[code], ...params } };
}

/** Returns the English sentence of a notice, or its code when this version has no sentence for it. */
export function noticeMessage({ code, params }: TrailerNotice): string {
  const { reason } = params;
  const shown = isErrorCode(reason) ? { ...params, reason: errorMessage(reason, params) } : params;
  return Object.hasOwn(trailerNotices, code)
    ? fillIn(trailerNotices[code as TrailerNoticeCode], shown)
    : code;
}
