import type { Detection, TrailerIndex } from '@secure-preview/marking';
import type { MatchedVersion } from './choose-versions.js';
import type { CasePictures } from './clip-attempt.js';
import type { VersionReading } from './clip-reading.js';

/** What was read of a version. */
export interface ReadVersion {
  readonly reading: VersionReading;
  readonly pictures: CasePictures | null;
}

/** Digits of stored numbers. Weights are tenths of z. */
const DIGITS = 4;
const rounded = (value: number) => Number(value.toFixed(DIGITS));

/** @param starts seconds at which the trailer's segments begin */
export function versionReading(
  { trailerId, title, uploadedAt }: MatchedVersion['version'],
  { index, erased }: { index: TrailerIndex; erased: ReadonlySet<number> },
  { evidence, runs, mirrored }: Extract<Detection, { found: true }>,
  starts: readonly number[],
): VersionReading {
  return {
    trailerId,
    title,
    uploadedAt: uploadedAt.toISOString(),
    trailerSeconds: rounded(index.frames / index.fps),
    mirrored,
    runs: runs.map(({ from, to, offset, rate }) => ({
      clipFrom: rounded(from),
      clipTo: rounded(to),
      trailerFrom: rounded(offset + rate * from),
      rate: rounded(rate),
    })),
    seconds: rounded(runs.reduce((sum, { from, to }) => sum + to - from, 0)),
    evidence: evidence
      .filter(({ z }) => Number.isFinite(z))
      .map(({ segment, z }) => ({ segment, z: rounded(z), atSeconds: rounded(starts[segment] ?? 0) })),
    erased: [...erased].sort((a, b) => a - b),
  };
}
