import {
  formatTime,
  type ListedRendition,
  type ListedTrailer,
  leakLimits,
  type ProcessingStep,
} from '@secure-preview/contracts';
import { formatsOf } from '../../../lib/formats.js';
import type { AllMessages } from '../../../messages/upload-page/use-upload-page-messages.js';

type Texts = AllMessages['versions'];

const STORAGE_UNAVAILABLE: ProcessingStep = 'storage-unavailable';

export type VersionState = keyof Texts['states'];

export function stateOf({ active, status }: Pick<ListedTrailer, 'active' | 'status'>): VersionState {
  return active && status === 'ready' ? 'active' : status;
}

/**
 * Returns the nominal height of a rendition: the height of its rung, unless the video is smaller in both dimensions.
 */
function nominalHeight({ rung, width, height }: ListedRendition): number {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const isFullRung = rung !== null && (short >= rung - 1 || long >= (rung * 16) / 9 - 2);
  return isFullRung ? rung : short;
}

/** Returns sizes from small to large, such as `480p, 720p`. */
export function sizesOf({ renditions }: Pick<ListedTrailer, 'renditions'>): string {
  const heights = renditions.map(nominalHeight);
  return [...new Set(heights)]
    .sort((a, b) => a - b)
    .map((height) => `${height}p`)
    .join(', ');
}

/** Returns the known facts about a version. */
export function factsOf(trailer: ListedTrailer, { versions: t, locale }: AllMessages): string[] {
  const { createdAt, durationSeconds } = trailer;
  const sizes = sizesOf(trailer);
  return [
    t.uploaded(formatsOf(locale).date.format(Date.parse(createdAt))),
    ...(durationSeconds === null ? [] : [t.length(formatTime(durationSeconds))]),
    ...(sizes === '' ? [] : [t.sizes(sizes)]),
    ...(trailer.marked ? [t.marked] : []),
  ];
}

/** Returns what is known about the marks of a playable version; undefined if it is unmarked, or not complete yet. */
export function markCheckOf(
  { status, finished, marked, markCheck }: ListedTrailer,
  { versions, locale }: Pick<AllMessages, 'versions' | 'locale'>,
): string | undefined {
  if (!marked || status !== 'ready' || !finished) return undefined;
  const t = versions.marks;
  if (!markCheck) return t.notChecked;
  const { number } = formatsOf(locale);
  const { segments, readableSegments, secondsToName, weak } = markCheck;
  if (segments > leakLimits.segments) return t.tooLong(number.format(leakLimits.segments));
  const who = t.oneOf(markCheck.people, number.format(markCheck.people));
  return [
    secondsToName === null ? t.noLength(who) : t.checked(secondsToName, who),
    t.readable(number.format(readableSegments), number.format(segments)),
    ...(weak ? [t.weak] : []),
  ].join(' ');
}

/** Returns a text with the date until which a replaced version can be shown again. */
export function expiryOf(
  { expiresAt }: Pick<ListedTrailer, 'expiresAt'>,
  { versions: t, locale }: AllMessages,
): string | undefined {
  return expiresAt === null ? undefined : t.expires(formatsOf(locale).date.format(Date.parse(expiresAt)));
}

/** Returns the remaining time as text, rounded because it is an estimate. */
export function timeLeft(seconds: number, t: Texts): string {
  if (seconds < 60) return t.lessThanAMinute;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? t.minutesLeft(minutes) : t.hoursLeft(Math.floor(minutes / 60), minutes % 60);
}

/** Returns whether a worker processes the trailer. Otherwise it is queued, or waits for the storage. */
export function isBeingProcessed({ step }: Pick<ListedTrailer, 'step'>): boolean {
  return step !== null && step !== STORAGE_UNAVAILABLE;
}

/** Returns the current step of a version with progress and remaining time, or the reason of its wait. */
export function progressOf(trailer: ListedTrailer, t: Texts): string {
  const { status, step, progress, secondsLeft } = trailer;
  const stepText = status === 'ready' ? moreSizes(step, t) : firstSize(step, t);
  if (!isBeingProcessed(trailer)) return stepText;
  const timeLeftText = secondsLeft === null ? [] : [timeLeft(secondsLeft, t)];
  return [stepText, t.percent(Math.floor(progress)), ...timeLeftText].join(', ');
}

function firstSize(step: string | null, t: Texts): string {
  return step === null ? t.waiting : (t.steps[step] ?? t.otherStep);
}

function moreSizes(step: string | null, t: Texts): string {
  if (step === null) return t.moreSizesWait;
  return step === STORAGE_UNAVAILABLE ? t.moreSizesStorageUnavailable : t.moreSizes;
}
