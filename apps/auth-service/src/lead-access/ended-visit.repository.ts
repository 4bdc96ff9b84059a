/** Whether the visit of a lead is ended, for leads where that ever changed. */
export interface EndedVisit {
  readonly leadId: string;
  readonly ended: boolean;
  /** Grows with each change of a lead. */
  readonly version: number;
}

export interface VisitChange {
  readonly leadId: string;
  readonly ended: boolean;
  /** Public id of the administrator's session. */
  readonly by: string;
}

export abstract class EndedVisitRepository {
  /** Keeps a change unless the lead stands so already or the command was kept before; returns how it stands now. */
  abstract change(change: VisitChange, commandId: string): Promise<EndedVisit>;
  /** Returns those of the leads whose visit is ended. */
  abstract among(leadIds: readonly string[]): Promise<string[]>;
  /** Returns the present state of every lead whose visit was ever ended. */
  abstract all(): Promise<EndedVisit[]>;
}
