import { isEndedMark } from '@secure-preview/contracts';

/**
 * Returns the ids of the trailers whose playback is ended.
 *
 * @param marks alternating ids and marks of trailers, as read with the session; none for uploaders
 */
export const endedTrailers = (marks: readonly string[]): string[] =>
  marks.filter((_id, index) => index % 2 === 0 && isEndedMark(marks[index + 1] ?? ''));
