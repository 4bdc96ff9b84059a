import type { TimeMatch } from '@secure-preview/marking';

/** Scores that differ by less do not tell two versions apart: their pictures are those of the same film. */
const EQUAL_SCORES = 0.05;
/** Versions whose pictures are compared closely until one is found. */
const MOST_TRIED = 3;
/** Versions of the same film whose marks are read. */
export const MOST_READ = 5;

/** A version that the clip may show, and how well its pictures agree. */
export interface MatchedVersion extends Pick<TimeMatch, 'candidates' | 'score'> {
  readonly version: { readonly trailerId: string; readonly title: string; readonly uploadedAt: Date };
}

/** Adds a version to the best, best score first. */
export function keepBest(best: readonly MatchedVersion[], one: MatchedVersion): MatchedVersion[] {
  return [...best, one].sort((a, b) => b.score - a.score).slice(0, MOST_READ);
}

/**
 * Returns whether the marks of a version should be read, after those before it in the order of their scores. Only
 * pictures decide.
 *
 * @param tried versions that were compared before
 * @param found the best score of a version that the clip shows; undefined if none was found yet
 */
export function isWorthReading(score: number, tried: number, found: number | undefined): boolean {
  return found === undefined ? tried < MOST_TRIED : score >= found - EQUAL_SCORES;
}
