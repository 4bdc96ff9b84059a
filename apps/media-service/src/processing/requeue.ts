import type { ObjectStore } from '../storage/object-store.js';
import type { Requeued, RequeueRepository } from './requeue.repository.js';

export interface RequeueOutcome {
  readonly id: string;
  readonly title: string;
  readonly outcome: Requeued;
}

/** Requeues trailers that wait for another attempt, have lost their job, or have failed. */
export class Requeue {
  constructor(
    private readonly trailers: RequeueRepository,
    private readonly store: Pick<ObjectStore, 'facts'>,
  ) {}

  /** Requeues the trailers with these ids. */
  async named(ids: readonly string[]): Promise<RequeueOutcome[]> {
    const outcomes: RequeueOutcome[] = [];
    for (const id of ids) outcomes.push(await this.requeueOne(id));
    return outcomes;
  }

  /** Requeues all unfinished trailers, and failed trailers if requested. */
  async all(options: { failed: boolean }): Promise<RequeueOutcome[]> {
    return this.named(await this.trailers.waiting(options));
  }

  private async requeueOne(id: string): Promise<RequeueOutcome> {
    const trailer = await this.trailers.find(id);
    if (trailer === undefined) return { id, title: '', outcome: 'unknown' };
    const { title } = trailer;
    if (trailer.status !== 'failed') return { id, title, outcome: await this.trailers.resume(id) };
    const upload = await this.store.facts(trailer.sourceKey);
    const usable = upload?.etag === trailer.sourceEtag;
    return { id, title, outcome: usable ? await this.trailers.restart(id) : 'upload gone' };
  }
}
