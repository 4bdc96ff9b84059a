import type { Readiness } from '../metrics/dependency-metrics.js';

/** Checks by name of the dependency. Each returns `ok`, or a short description of the problem. */
export type Checks = Readonly<Record<string, () => string | Promise<string>>>;

/** Checks of a process that still waits for its database before its application starts. */
export const checksBeforeStart: Checks = { postgres: () => 'has not been reached yet' };

/** Milliseconds that a check may take. */
const CHECK_TIMEOUT_MS = 2000;
/**
 * Milliseconds for which the last `ok` remains valid, because one slow check is not an outage.
 */
const OK_VALID_MS = 10_000;

async function stateOf(check: Checks[string]): Promise<string> {
  try {
    return await check();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns the state of every dependency, without a time limit. */
export async function statesOf(checks: Checks): Promise<Readiness> {
  const states = Object.entries(checks).map(async ([name, check]) => [name, await stateOf(check)] as const);
  return Object.fromEntries(await Promise.all(states));
}

/** One dependency. Runs one check at a time, so checks do not pile up while it hangs. */
class Dependency {
  private current: { at: number; result: Promise<string> } | undefined;
  private lastOkAt = Number.NEGATIVE_INFINITY;

  async state(check: Checks[string]): Promise<string> {
    const now = performance.now();
    // Repeats a check that has hung for this long.
    if (this.current === undefined || now - this.current.at > OK_VALID_MS) this.start(check, now);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<string>((resolve) => {
      timer = setTimeout(() => {
        const wasOk = performance.now() - this.lastOkAt < OK_VALID_MS;
        resolve(wasOk ? 'ok' : 'does not answer in time');
      }, CHECK_TIMEOUT_MS).unref();
    });
    const state = await Promise.race([this.current?.result ?? timeout, timeout]);
    clearTimeout(timer);
    return state;
  }

  private start(check: Checks[string], at: number): void {
    const result = stateOf(check).then((state) => {
      this.lastOkAt = state === 'ok' ? performance.now() : Number.NEGATIVE_INFINITY;
      if (this.current?.result === result) this.current = undefined;
      return state;
    });
    this.current = { at, result };
  }
}

/**
 * Returns a function that returns the state of each dependency within 2 s, even when some of them hang.
 *
 * @param checks returns the current checks, which may change while a process starts
 */
export function withTimeLimit(checks: () => Checks): () => Promise<Readiness> {
  const dependencies = new Map<string, Dependency>();
  const dependency = (name: string): Dependency => {
    const known = dependencies.get(name) ?? new Dependency();
    dependencies.set(name, known);
    return known;
  };
  return () => {
    const limited = Object.entries(checks()).map(
      ([name, check]) => [name, () => dependency(name).state(check)] as const,
    );
    return statesOf(Object.fromEntries(limited));
  };
}
