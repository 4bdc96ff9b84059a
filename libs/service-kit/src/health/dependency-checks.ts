import type { Readiness } from '../metrics/dependency-metrics.js';

/** How to learn the state of each dependency, by its name: `ok`, or a few words about what is wrong. */
export type Checks = Readonly<Record<string, () => string | Promise<string>>>;

/** Of a process whose application is still being put together, which waits for its database. */
export const beforeStart: Checks = { postgres: () => 'has not been reached yet' };

/** Milliseconds within which a check answers. */
const ANSWER_MS = 2000;
/** Milliseconds for which a good answer stands in for one that is late: a single slow check is no outage. */
const STANDS_MS = 10_000;

async function told(check: Checks[string]): Promise<string> {
  try {
    return await check();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The state of every dependency, however long that takes. */
export async function statesOf(checks: Checks): Promise<Readiness> {
  const states = Object.entries(checks).map(async ([name, check]) => [name, await told(check)] as const);
  return Object.fromEntries(await Promise.all(states));
}

/** One dependency, asked by one at a time: one that hangs must not collect questions. */
class Dependency {
  private asked: { at: number; answer: Promise<string> } | undefined;
  private wellAt = Number.NEGATIVE_INFINITY;

  async state(check: Checks[string]): Promise<string> {
    const now = performance.now();
    // A question that is as good as lost is asked again.
    if (this.asked === undefined || now - this.asked.at > STANDS_MS) this.ask(check, now);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => {
        const wasWell = performance.now() - this.wellAt < STANDS_MS;
        resolve(wasWell ? 'ok' : 'gives no answer in time');
      }, ANSWER_MS).unref();
    });
    const state = await Promise.race([this.asked?.answer ?? late, late]);
    clearTimeout(timer);
    return state;
  }

  private ask(check: Checks[string], at: number): void {
    const answer = told(check).then((state) => {
      this.wellAt = state === 'ok' ? performance.now() : Number.NEGATIVE_INFINITY;
      if (this.asked?.answer === answer) this.asked = undefined;
      return state;
    });
    this.asked = { at, answer };
  }
}

/**
 * The state of each dependency within two seconds, whichever of them hang.
 *
 * @param checks what there is to ask now, which may change while a process starts
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
