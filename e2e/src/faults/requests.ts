/**
 * Kinds of requests: the page, the gate, the status of the session, the access log, the start of a viewing, a report,
 * playlists and segments, the object store.
 */
export type Kind = 'page' | 'enter' | 'status' | 'access' | 'begin' | 'update' | 'media' | 'store';

/** An HTTP status, or the reason for its absence. */
export type Outcome = number | 'broken' | 'timed out';

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

/** Records the outcomes of all requests. */
export class Requests {
  private readonly all: RequestRecord[] = [];

  /** Records the outcome of a request. Returns undefined without a response. */
  async watch<T extends { status: number; headers?: Headers }>(
    kind: Kind,
    request: () => Promise<T>,
  ): Promise<T | undefined> {
    const at = performance.now();
    const record = (outcome: Outcome, retryAfter = false) =>
      this.all.push({ kind, outcome, at, ms: performance.now() - at, retryAfter });
    try {
      const answer = await request();
      record(answer.status, answer.headers?.has('retry-after') ?? false);
      return answer;
    } catch (error) {
      record((error as Error).name === 'TimeoutError' ? 'timed out' : 'broken');
      return undefined;
    }
  }

  since(at: number): readonly RequestRecord[] {
    return this.all.filter((outcome) => outcome.at + outcome.ms >= at);
  }

  failures(since = 0): readonly RequestRecord[] {
    return this.since(since).filter(failed);
  }

  /** Counts the consecutive successes of a kind since its last failure, among requests started after `since`. */
  streak(kind: Kind, since: number): number {
    const started = this.all.filter((outcome) => outcome.kind === kind && outcome.at >= since);
    return started.length - 1 - started.findLastIndex(failed);
  }

  /** Counts the failures by outcome. */
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
