/** What was asked for: the page, the gate, the log, a viewing, a report, playlists and segments, the object store. */
export type Kind = 'page' | 'enter' | 'access' | 'begin' | 'update' | 'media' | 'store';

/** An HTTP status, or why there was none. */
export type Outcome = number | 'broken' | 'left hanging';

export interface Told {
  readonly kind: Kind;
  readonly outcome: Outcome;
  /** Milliseconds of this process's clock, and how long it took. */
  readonly at: number;
  readonly ms: number;
  /** Whether it said when to come back. */
  readonly retryAfter: boolean;
}

const failed = ({ outcome }: Told) => typeof outcome !== 'number' || outcome >= 400;

/** What became of each request. */
export class Requests {
  private readonly all: Told[] = [];

  /** Notes how a request ends; undefined when no answer came. */
  async watch<T extends { status: number; headers?: Headers }>(
    kind: Kind,
    request: () => Promise<T>,
  ): Promise<T | undefined> {
    const at = performance.now();
    const note = (outcome: Outcome, retryAfter = false) =>
      this.all.push({ kind, outcome, at, ms: performance.now() - at, retryAfter });
    try {
      const answer = await request();
      note(answer.status, answer.headers?.has('retry-after') ?? false);
      return answer;
    } catch (error) {
      note((error as Error).name === 'TimeoutError' ? 'left hanging' : 'broken');
      return undefined;
    }
  }

  since(at: number): readonly Told[] {
    return this.all.filter((told) => told.at + told.ms >= at);
  }

  failures(since = 0): readonly Told[] {
    return this.since(since).filter(failed);
  }

  /** Requests of a kind begun since then that succeeded after the last one that did not. */
  inARow(kind: Kind, since: number): number {
    const began = this.all.filter((told) => told.kind === kind && told.at >= since);
    return began.length - 1 - began.findLastIndex(failed);
  }

  /** How often each outcome that is no success came about. */
  refusals(since = 0): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { kind, outcome } of this.failures(since)) {
      const name = kind === 'store' ? `store ${outcome}` : String(outcome);
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }

  /** Milliseconds of the longest one. */
  longest(since = 0): number {
    return Math.max(0, ...this.since(since).map(({ ms }) => ms));
  }
}
