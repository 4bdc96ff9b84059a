import type { Readiness } from '../metrics/dependency-metrics.js';

/** Checks by name of the dependency. Each returns `ok`, or a short description of the problem. */
export type Checks = Readonly<Record<string, () => string | Promise<string>>>;

/** Checks of a process whose application has not started yet: it waits for its database. */
export const beforeStart: Checks = { postgres: () => 'has not been reached yet' };

/** Milliseconds that a check may take. */
const ANSWER_MS = 2000;
/**
 * Milliseconds for which `ok` replaces a late answer: one slow check is not an outage. Then a check is repeated.
 */
const STANDS_MS = 10_000;

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

/** One dependency. Runs one check at a time: checks must not pile up while it hangs. */
class Dependency {
  private asked: { at: number; answer: Promise<string> } | undefined;
  private wellAt = Number.NEGATIVE_INFINITY;

  async state(check: Checks[string]): Promise<string> {
    const now = performance.now();
    // A check that has hung for this long is repeated.
    if (this.asked === undefined || now - this.asked.at > STANDS_MS) this.ask(check, now);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => {
        const wasWell = performance.now() - this.wellAt < STANDS_MS;
        resolve(wasWell ? 'ok' : 'does not answer in time');
      }, ANSWER_MS).unref();
    });
    const state = await Promise.race([this.asked?.answer ?? late, late]);
    clearTimeout(timer);
    return state;
  }

  private ask(check: Checks[string], at: number): void {
    const answer = stateOf(check).then((state) => {
      this.wellAt = state === 'ok' ? performance.now() : Number.NEGATIVE_INFINITY;
      if (this.asked?.answer === answer) this.asked = undefined;
      return state;
    });
    this.asked = { at, answer };
  }
}

/**
 * Returns a function that returns the state of each dependency within 2 s, even when some of them hang.
 *
 * @param checks returns the current checks, which may change while a process starts
 */
export function inTime(checks: () => Checks): () => Promise<Readiness> {
  const dependencies = new Map<string, Dependency>();
  const dependency = (name: string): Dependency => {
    const found = dependencies.get(name) ?? new Dependency();
    dependencies.set(name, found);
    return found;
  };
  return () => {
    const timed = Object.entries(checks()).map(
      ([name, check]) => [name, () => dependency(name).state(check)] as const,
    );
    return statesOf(Object.fromEntries(timed));
  };
}
