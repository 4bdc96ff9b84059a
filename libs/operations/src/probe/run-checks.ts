import { NotRunError, notRun, type Outcome, type ProbeResult, warning } from './outcome.js';
import type { ProbeCheck, ProbeContext } from './probe-context.js';

/** Returns whether a `--skip` option matches this check or its group. */
const matches = (skipped: string, { id }: ProbeCheck): boolean =>
  id === skipped || id.startsWith(`${skipped}.`);

/** Returns the names that match no check and no group. */
export function unknownNames(skipped: readonly string[], checks: readonly ProbeCheck[]): string[] {
  return skipped.filter((name) => !checks.some((check) => matches(name, check)));
}

async function outcomeOf(check: ProbeCheck, context: ProbeContext): Promise<Outcome> {
  try {
    return await check.run(context);
  } catch (error) {
    if (error instanceof NotRunError) return notRun(error.message);
    const { code, message } = error as NodeJS.ErrnoException;
    return warning(`no result (${code ?? message})`, 'Check the connection, then run the probe again.');
  }
}

/** Runs all checks one after the other. @param report receives each result at once */
export async function runChecks(
  checks: readonly ProbeCheck[],
  context: ProbeContext,
  skipped: readonly string[],
  report: (result: ProbeResult) => void,
): Promise<ProbeResult[]> {
  const results: ProbeResult[] = [];
  for (const check of checks) {
    const isSkipped = skipped.some((name) => matches(name, check));
    const outcome = isSkipped ? notRun('Skipped with --skip.') : await outcomeOf(check, context);
    const result = { id: check.id, title: check.title, asvs: [...check.asvs], ...outcome };
    results.push(result);
    report(result);
  }
  return results;
}
