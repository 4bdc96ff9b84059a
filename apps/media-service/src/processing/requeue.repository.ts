/** What became of a trailer that was to be processed now. */
export type Requeued =
  | 'requeued'
  /** A worker is at it. */
  | 'working'
  /** Nothing is left to be done for it. */
  | 'finished'
  /** There is nothing any more that it could be made of. */
  | 'upload gone'
  | 'unknown';

export interface RequeueCandidate {
  readonly title: string;
  readonly status: string;
  readonly sourceKey: string;
  readonly sourceEtag: string;
}

export abstract class RequeueRepository {
  /** Trailers that something is left to be done for, and if so asked those that failed; oldest first. */
  abstract waiting(options: { failed: boolean }): Promise<string[]>;
  abstract find(id: string): Promise<RequeueCandidate | undefined>;
  /** Gives an unfinished trailer a job that begins at once, unless a worker is at it. */
  abstract resume(id: string): Promise<Requeued>;
  /** Begins with the upload of a failed trailer anew, unless the sweep has taken it. */
  abstract restart(id: string): Promise<Requeued>;
}
