/** A report of what was played, in seconds of the trailer. */
export interface SentUpdate {
  readonly from: number;
  readonly to: number;
  readonly acknowledged: boolean;
}

/** What visitors were told is kept. */
export class Ledger {
  /** Names of those who were let in; each visitor has one of its own. */
  readonly leads: string[] = [];
  /** Names of those whose look at the trailer screen was logged. */
  readonly accesses: string[] = [];
  readonly viewings = new Map<string, SentUpdate[]>();
  /** Forms that were sent, whatever became of them. */
  sent = 0;

  begin(viewingId: string): SentUpdate[] {
    const updates: SentUpdate[] = [];
    this.viewings.set(viewingId, updates);
    return updates;
  }

  get updates(): number {
    return [...this.viewings.values()].flat().filter(({ acknowledged }) => acknowledged).length;
  }
}
