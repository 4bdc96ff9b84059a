import {
  fillIn,
  formatTime,
  type LeakCaseWithPeople,
  type LeakReading,
  type ListedLeakCase,
  type NamedPerson,
  type TrailerNotice,
  type TrailerNoticeCode,
  trailerNotices,
} from '@secure-preview/contracts';
import { dateTimeText } from '../../../lib/formats.js';
import type { AllLeaksMessages } from '../../../messages/leaks-page/use-leaks-page-messages.js';
import { exactPercent } from './figures.js';

/** Result of a case, with the people who were named. */
export type LeakResultWithPeople = NonNullable<LeakCaseWithPeople['result']>;

type Texts = AllLeaksMessages['leaks'];
type Found = Pick<ListedLeakCase, 'status' | 'step' | 'progress'>;

/** Difference of a speed that nobody notices. */
const SAME_SPEED = 0.005;

export const momentText = (at: string, { locale }: AllLeaksMessages): string =>
  dateTimeText(Date.parse(at), locale);

/** Returns a time with tenths of a second, such as "1:02.5". */
export function exactTimeText(seconds: number, locale: string): string {
  const tenths = Math.round(seconds * 10);
  const separator = (1.1).toLocaleString(locale).charAt(1);
  return `${formatTime(Math.floor(tenths / 10))}${separator}${tenths % 10}`;
}

/** Returns what is done with the clip now. */
export function stepText({ status, step }: Found, t: Texts): string {
  if (status === 'queued' && step === null) return t.waiting;
  return (step === null ? undefined : t.steps[step]) ?? t.otherStep;
}

/** Returns why a clip could not be read. */
export function failureText(failure: TrailerNotice | null, { leaks: t, notices }: AllLeaksMessages): string {
  const code = failure?.code as TrailerNoticeCode;
  const sentence = notices[code] ?? (Object.hasOwn(trailerNotices, code) ? trailerNotices[code] : undefined);
  return sentence ? fillIn(sentence, failure?.params ?? {}) : t.case.notRead.fallback;
}

/** Returns what to do about a clip that could not be read. */
export const remedyText = (failure: TrailerNotice | null, { case: { notRead } }: Texts): string =>
  notRead.remedies[failure?.code ?? ''] ?? notRead.again;

/** Returns whose copy a clip shows, in a sentence. */
export function copyText({ person }: NamedPerson, t: Texts): string {
  if (!person) return t.verdict.unknownCopy;
  return person.proved ? t.verdict.namedCopy(person.name, person.email) : t.verdict.claimedCopy(person.email);
}

/**
 * Returns how a person is called in a list, or their mark id if nobody is known. Names are only typed, so a person
 * without a proved address is called by the address that was claimed.
 */
export function nameOf({ person, markId }: NamedPerson, t: Texts): string {
  if (!person) return markId;
  return person.proved ? person.name : t.verdict.claimed(person.email);
}

/** Returns what screen readers announce when a clip is no longer examined. */
export function announcementOf({ status, result }: LeakCaseWithPeople, t: Texts): string {
  if (status === 'failed') return t.announce.failed;
  if (status === 'cancelled') return t.announce.cancelled;
  return status === 'done' && result ? t.announce.done(t.verdicts[result.verdict]) : '';
}

function rateText(rate: number, { leaks: { numbers: t }, locale }: AllLeaksMessages): string {
  if (Math.abs(rate - 1) < SAME_SPEED) return t.normalSpeed;
  const percent = exactPercent(Math.abs(rate - 1), locale);
  return rate > 1 ? t.faster(percent) : t.slower(percent);
}

/** Returns how fast a clip plays a version, compared with the version itself. */
export function speedText(runs: LeakReading['runs'], messages: AllLeaksMessages): string {
  const rates = runs.map(({ rate }) => rate).toSorted((a, b) => a - b);
  const [slowest = 1, fastest = 1] = [rates[0], rates.at(-1)];
  const [from, to] = [rateText(slowest, messages), rateText(fastest, messages)];
  return fastest - slowest < SAME_SPEED || from === to ? from : messages.leaks.numbers.speeds(from, to);
}
