import {
  formatTime,
  type ListedRendition,
  type ListedTrailer,
  type ProcessingStep,
} from '@secure-preview/contracts';
import { locale, messages } from '../../../messages/index.js';

const words = messages.versions;
const AWAY: ProcessingStep = 'storage-unavailable';
const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

export type VersionState = keyof typeof words.states;

export function stateOf({ active, status }: Pick<ListedTrailer, 'active' | 'status'>): VersionState {
  return active && status === 'ready' ? 'active' : status;
}

/**
 * Returns the nominal height of a size: that of its rung, unless the picture is smaller in both dimensions.
 */
function linesOf({ rung, width, height }: ListedRendition): number {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const fills = rung !== null && (short >= rung - 1 || long >= (rung * 16) / 9 - 2);
  return fills ? rung : short;
}

/** Returns sizes from small to large, such as `480p, 720p`. */
export function sizesOf({ renditions }: Pick<ListedTrailer, 'renditions'>): string {
  const lines = renditions.map(linesOf);
  return [...new Set(lines)]
    .sort((one, other) => one - other)
    .map((line) => `${line}p`)
    .join(', ');
}

/** Returns the known facts about a version. */
export function factsOf(trailer: ListedTrailer): string[] {
  const { createdAt, durationSeconds } = trailer;
  const sizes = sizesOf(trailer);
  return [
    words.uploaded(dates.format(Date.parse(createdAt))),
    ...(durationSeconds === null ? [] : [words.length(formatTime(durationSeconds))]),
    ...(sizes === '' ? [] : [words.sizes(sizes)]),
  ];
}

/** Returns a text with the date until which a replaced version can be shown again. */
export function expiryOf({ expiresAt }: Pick<ListedTrailer, 'expiresAt'>): string | undefined {
  return expiresAt === null ? undefined : words.expires(dates.format(Date.parse(expiresAt)));
}

/** Returns the remaining time as text, rounded, since the estimate is not exact to the second. */
export function timeLeft(seconds: number): string {
  if (seconds < 60) return words.lessThanAMinute;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? words.minutesLeft(minutes) : words.hoursLeft(Math.floor(minutes / 60), minutes % 60);
}

/** Returns whether a worker is processing it. Otherwise it is queued, or waits for the storage. */
export function isAtWork({ step }: Pick<ListedTrailer, 'step'>): boolean {
  return step !== null && step !== AWAY;
}

/** Returns the current step of a version with its progress and remaining time, or what it waits for. */
export function progressOf(trailer: ListedTrailer): string {
  const { status, step, progress, secondsLeft } = trailer;
  const what = status === 'ready' ? moreSizes(step) : firstSize(step);
  if (!isAtWork(trailer)) return what;
  const left = secondsLeft === null ? [] : [timeLeft(secondsLeft)];
  return [what, words.percent(Math.floor(progress)), ...left].join(', ');
}

function firstSize(step: string | null): string {
  return step === null ? words.waiting : (words.steps[step] ?? words.otherStep);
}

function moreSizes(step: string | null): string {
  if (step === null) return words.moreSizesWait;
  return step === AWAY ? words.moreSizesStorageUnavailable : words.moreSizes;
}
