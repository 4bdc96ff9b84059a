import * as z from 'zod';

/** A warning is a lower risk, or a check without a clear answer. A problem needs action. */
const probeState = z.enum(['ok', 'warning', 'problem', 'not-run']);
export type ProbeState = z.infer<typeof probeState>;

/** Result of one check. */
export const probeResult = z.object({
  /** Group and name, such as `headers.csp`. */
  id: z.string(),
  title: z.string(),
  /** Requirements of OWASP ASVS 5.0.0, such as `V3.4.3`. */
  asvs: z.array(z.string().regex(/^V\d+\.\d+\.\d+$/)).min(1),
  state: probeState,
  finding: z.string(),
  /** Remedy for a warning or a problem; null otherwise. */
  remedy: z.nullable(z.string()),
});
export type ProbeResult = z.infer<typeof probeResult>;

/** Output of `portal probe --json`. */
export const probeReport = z.object({
  address: z.url(),
  startedAt: z.iso.datetime(),
  seconds: z.number(),
  /** Number of results by state. */
  counts: z.record(probeState, z.int()),
  results: z.array(probeResult),
});
export type ProbeReport = z.infer<typeof probeReport>;

export type Outcome = Pick<ProbeResult, 'state' | 'finding' | 'remedy'>;

export const ok = (finding: string): Outcome => ({ state: 'ok', finding, remedy: null });
export const warning = (finding: string, remedy: string): Outcome => ({ state: 'warning', finding, remedy });
export const problem = (finding: string, remedy: string): Outcome => ({ state: 'problem', finding, remedy });
export const notRun = (finding: string): Outcome => ({ state: 'not-run', finding, remedy: null });

/** Thrown by a check that cannot run here. The message says why. */
export class NotRunError extends Error {
  override name = 'NotRunError';
}

/** Maximum number of items listed in a finding. */
const MAX_LISTED = 4;

/** Joins the items of a finding. Counts those beyond the first few. */
export function joinItems(items: readonly string[]): string {
  const more = items.length - MAX_LISTED;
  return items.slice(0, MAX_LISTED).join('; ') + (more > 0 ? `; and ${more} more` : '');
}

/** Returns `ok` when there are no failures, otherwise a problem that lists them. */
export function expectNone(failures: readonly string[], okFinding: string, remedy: string): Outcome {
  return failures.length === 0 ? ok(okFinding) : problem(joinItems(failures), remedy);
}
