import * as z from 'zod/mini';
import { markedPerson } from '../people/people.rpc.js';
import { trailerNotice } from '../trailers/trailer-notice.js';
import { leakResult, namedCopy } from './leak-result.js';

/**
 * Current step of reading a clip; `storage-unavailable` remains until the next attempt, at most a few minutes later.
 */
export const leakStep = z.enum(['download', 'probe', 'match', 'read', 'compare', 'storage-unavailable']);
export type LeakStep = z.infer<typeof leakStep>;

/** A found copy, as media-service knows it: without names of people. */
export const leakCase = z.object({
  id: z.uuid(),
  /** Name of the file that was dropped. */
  fileName: z.string(),
  bytes: z.int(),
  /** Length of the clip; null until it is known. */
  seconds: z.nullable(z.number()),
  status: z.enum(['queued', 'working', 'done', 'failed', 'cancelled']),
  /** A `LeakStep`, or a step that only a newer version has; null when queued or finished. */
  step: z.nullable(z.string()),
  /** Percent, 0 to 100. */
  progress: z.number().check(z.minimum(0), z.maximum(100)),
  /** Why the clip could not be read. */
  failure: z.nullable(trailerNotice),
  /** Null unless done. */
  result: z.nullable(leakResult),
  /** Whether a picture of the clip beside the trailer's is stored. */
  hasPictures: z.boolean(),
  note: z.string(),
  createdAt: z.iso.datetime(),
  finishedAt: z.nullable(z.iso.datetime()),
});
export type LeakCase = z.infer<typeof leakCase>;

/** A named copy with its person; null if no visit of that mark id is known any more. */
const namedPerson = z.extend(namedCopy, { person: z.nullable(markedPerson) });
export type NamedPerson = z.infer<typeof namedPerson>;

/** A found copy, as the administrator reads it. */
export const leakCaseWithPeople = z.extend(leakCase, {
  result: z.nullable(z.extend(leakResult, { names: z.array(namedPerson) })),
  /** True if the people could not be read, so that each `person` is null. */
  peopleUnavailable: z.optional(z.boolean()),
});
export type LeakCaseWithPeople = z.infer<typeof leakCaseWithPeople>;

/** A case in the list. */
export const listedLeakCase = z.extend(
  z.pick(leakCase, {
    id: true,
    fileName: true,
    seconds: true,
    status: true,
    step: true,
    progress: true,
    createdAt: true,
  }),
  {
    verdict: z.nullable(leakResult.shape.verdict),
    /** Title of the version that the clip shows; null if none, or not known yet. */
    title: z.nullable(z.string()),
  },
);
export type ListedLeakCase = z.infer<typeof listedLeakCase>;
