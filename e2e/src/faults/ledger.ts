/** A report of a played range, in seconds of the trailer. */
export interface SentUpdate {
  readonly from: number;
  readonly to: number;
  readonly acknowledged: boolean;
}

/** Records everything that was acknowledged to visitors. */
export class Ledger {
  /** Unique names of the admitted visitors. */
  readonly leads: string[] = [];
  /** Names of visitors whose access to the trailer screen was logged. */
  readonly accesses: string[] = [];
  readonly viewings = new Map<string, SentUpdate[]>();
  /** Number of submitted forms, successful or not. */
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
