/** Outcome of requeueing a trailer. */
export type Requeued =
  | 'requeued'
  /** A worker is processing it. */
  | 'working'
  /** Nothing is left to do for it. */
  | 'finished'
  /** The upload that it would be made from is gone. */
  | 'upload gone'
  | 'unknown';

export interface RequeueCandidate {
  readonly title: string;
  readonly status: string;
  readonly sourceKey: string;
  readonly sourceEtag: string;
}

export abstract class RequeueRepository {
  /** Returns unfinished trailers, and failed ones if requested; oldest first. */
  abstract waiting(options: { failed: boolean }): Promise<string[]>;
  abstract find(id: string): Promise<RequeueCandidate | undefined>;
  /** Enqueues a job that starts at once for an unfinished trailer, unless a worker is processing it. */
  abstract resume(id: string): Promise<Requeued>;
  /** Restarts a failed trailer from its upload, unless the sweep has taken the upload. */
  abstract restart(id: string): Promise<Requeued>;
}
