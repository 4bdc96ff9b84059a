import { setImmediate as nextTurn } from 'node:timers/promises';

interface Identified {
  readonly id: string;
}

interface Options<L> {
  /** Stores all of these leads in one transaction, or none. Returns the ids of those that were not stored before. */
  readonly store: (leads: readonly L[]) => Promise<ReadonlySet<string>>;
  /** Returns whether an error concerns the data of a lead, so that the others of its batch can be stored without it. */
  readonly isDataError: (error: unknown) => boolean;
}

/**
 * Stores leads in batches. Leads that arrive while one batch is being stored form the next. A statement and its commit
 * cost more than another row. A single lead waits only for the current turn of the event loop.
 */
export class LeadBatcher<L extends Identified> {
  private waiting: L[] = [];
  /** Outcome of the batch of waiting leads. */
  private next: Promise<ReadonlySet<string>> | undefined;
  /** Resolves when the last batch has ended. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: Options<L>) {}

  /** Resolves once the lead is committed. @returns false if it was stored before */
  async insert(lead: L): Promise<boolean> {
    this.waiting.push(lead);
    this.next ??= this.storeNext();
    try {
      return (await this.next).has(lead.id);
    } catch (error) {
      if (!this.options.isDataError(error)) throw error;
      return (await this.options.store([lead])).has(lead.id);
    }
  }

  private async storeNext(): Promise<ReadonlySet<string>> {
    await this.last;
    await nextTurn();
    const batch = this.waiting;
    this.waiting = [];
    this.next = undefined;
    const stored = this.options.store(batch);
    this.last = stored.catch(() => undefined);
    return stored;
  }
}
