/**
 * Kinds of requests: the page, the gate, the log, a viewing, a report, playlists and segments, the object
 * store.
 */
export type Kind = 'page' | 'enter' | 'access' | 'begin' | 'update' | 'media' | 'store';

/** An HTTP status, or the reason for its absence. */
export type Outcome = number | 'broken' | 'left hanging';

export interface RequestRecord {
  readonly kind: Kind;
  readonly outcome: Outcome;
  /** Start of the request on this process's clock, and its duration, in milliseconds. */
  readonly at: number;
  readonly ms: number;
  /** Whether the response had a `Retry-After`. */
  readonly retryAfter: boolean;
}

const failed = ({ outcome }: RequestRecord) => typeof outcome !== 'number' || outcome >= 400;

/** Outcomes of all requests. */
export class Requests {
  private readonly all: RequestRecord[] = [];

  /** Records the outcome of a request. Returns undefined without a response. */
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

  since(at: number): readonly RequestRecord[] {
    return this.all.filter((outcome) => outcome.at + outcome.ms >= at);
  }

  failures(since = 0): readonly RequestRecord[] {
    return this.since(since).filter(failed);
  }

  /** Counts the successful requests of a kind, started since then, after its last failure. */
  inARow(kind: Kind, since: number): number {
    const began = this.all.filter((outcome) => outcome.kind === kind && outcome.at >= since);
    return began.length - 1 - began.findLastIndex(failed);
  }

  /** Counts the unsuccessful outcomes by kind of outcome. */
  refusals(since = 0): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { kind, outcome } of this.failures(since)) {
      const name = kind === 'store' ? `store ${outcome}` : String(outcome);
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }

  /** Returns the duration of the longest request in milliseconds. */
  longest(since = 0): number {
    return Math.max(0, ...this.since(since).map(({ ms }) => ms));
  }
}
