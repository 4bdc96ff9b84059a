import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

interface Identified {
  readonly id: string;
}

interface Options<L> {
  /**
   * Stores all of these leads in one transaction, or none. Several leads may take {@link SLOW_BATCH_MS} at most.
   * Returns the ids of those that were not stored before.
   */
  readonly store: (leads: readonly L[]) => Promise<ReadonlySet<string>>;
  /** Returns whether an error concerns the data of a lead, so that the others of its batch can be stored without it. */
  readonly isDataError: (error: unknown) => boolean;
  /** Returns whether a statement was canceled because it took too long. */
  readonly isTimeout: (error: unknown) => boolean;
}

/** Time after which a batch is slow, in milliseconds. A lead that is then stored alone still meets its deadline. */
export const SLOW_BATCH_MS = 1000;

/**
 * Stores leads in batches. Leads that arrive while one batch is being stored form the next. A statement and its commit
 * cost more than another row. A single lead waits only for the current turn of the event loop.
 *
 * The rows of a batch are stored one after another. If each takes long, for instance because of a slow disk, a batch
 * would exceed the timeout of a statement while later leads wait. So after a slow batch, leads are stored alone, all at
 * the same time, until one is quick.
 */
export class LeadBatcher<L extends Identified> {
  private waiting: L[] = [];
  /** Outcome of the batch of waiting leads; undefined if each of them is to be stored alone. */
  private next: Promise<ReadonlySet<string> | undefined> | undefined;
  /** Resolves when the current batch has ended. Undefined if the next one need not wait. */
  private running: Promise<unknown> | undefined;
  /** Whether a batch was slow, and no lead was stored quickly since. */
  private isSlow = false;

  constructor(private readonly options: Options<L>) {}

  /** Resolves once the lead is committed. @returns false if it was stored before */
  async insert(lead: L): Promise<boolean> {
    if (this.isSlow) return this.storeAlone(lead);
    this.waiting.push(lead);
    this.next ??= this.storeNext();
    try {
      const stored = await this.next;
      return stored === undefined ? this.storeAlone(lead) : stored.has(lead.id);
    } catch (error) {
      if (!this.options.isDataError(error)) throw error;
      return this.storeAlone(lead);
    }
  }

  private async storeAlone(lead: L): Promise<boolean> {
    const startedAt = performance.now();
    const stored = await this.options.store([lead]);
    if (performance.now() - startedAt < SLOW_BATCH_MS) this.isSlow = false;
    return stored.has(lead.id);
  }

  private async storeNext(): Promise<ReadonlySet<string> | undefined> {
    if (this.running !== undefined && (await takesLong(this.running))) {
      this.isSlow = true;
      this.running = undefined;
    }
    await nextTurn();
    const batch = this.waiting;
    this.waiting = [];
    this.next = undefined;
    if (this.isSlow) return undefined;
    const stored = this.options.store(batch);
    const running = stored
      .catch(() => undefined)
      .finally(() => {
        if (this.running === running) this.running = undefined;
      });
    this.running = running;
    try {
      return await stored;
    } catch (error) {
      if (batch.length === 1 || !this.options.isTimeout(error)) throw error;
      this.isSlow = true;
      return undefined;
    }
  }
}

/** Waits for a batch. @returns true as soon as it takes too long */
async function takesLong(batch: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const isSlow = sleep(SLOW_BATCH_MS, true, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([batch.then(() => false), isSlow]);
  } finally {
    timer.abort();
  }
}
