import { engagementLimits } from '@secure-preview/contracts';

/** Division of a version into equal parts of whole seconds. The last one also has the rest. */
export interface Buckets {
  readonly seconds: number;
  readonly count: number;
}

/** Divides `lengthSeconds` into one bucket a second, or into at most `maxBuckets` longer ones. */
export function bucketsOf(lengthSeconds: number): Buckets {
  const { maxBuckets } = engagementLimits;
  const seconds = Math.max(1, Math.ceil(Math.round(lengthSeconds) / maxBuckets));
  // A rest of less than half a bucket would look as if people had left.
  return { seconds, count: Math.max(1, Math.min(maxBuckets, Math.round(lengthSeconds / seconds))) };
}

/** Returns SQL for the index of the bucket of a position. $2: milliseconds of a bucket; $3: number of buckets. */
export const bucketAt = (ms: string) => `least((${ms}) / $2::int, $3::int - 1)`;
