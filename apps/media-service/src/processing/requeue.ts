import type { ObjectStore } from '../storage/object-store.js';
import type { Requeued, RequeueRepository } from './requeue.repository.js';

export interface RequeueOutcome {
  readonly id: string;
  readonly title: string;
  readonly outcome: Requeued;
}

/** Has trailers processed now that wait for another try, that were forgotten, or that failed. */
export class Requeue {
  constructor(
    private readonly trailers: RequeueRepository,
    private readonly store: Pick<ObjectStore, 'facts'>,
  ) {}

  /** Those of the ids. */
  async named(ids: readonly string[]): Promise<RequeueOutcome[]> {
    const outcomes: RequeueOutcome[] = [];
    for (const id of ids) outcomes.push(await this.one(id));
    return outcomes;
  }

  /** All that are not finished, and if so asked those that failed. */
  async all(options: { failed: boolean }): Promise<RequeueOutcome[]> {
    return this.named(await this.trailers.waiting(options));
  }

  private async one(id: string): Promise<RequeueOutcome> {
    const trailer = await this.trailers.find(id);
    if (trailer === undefined) return { id, title: '', outcome: 'unknown' };
    const { title } = trailer;
    if (trailer.status !== 'failed') return { id, title, outcome: await this.trailers.resume(id) };
    const upload = await this.store.facts(trailer.sourceKey);
    const usable = upload?.etag === trailer.sourceEtag;
    return { id, title, outcome: usable ? await this.trailers.restart(id) : 'upload gone' };
  }
}
