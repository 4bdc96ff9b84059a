/** Whether the visit of a lead is ended. */
export interface EndedVisit {
  readonly leadId: string;
  readonly ended: boolean;
  /** Increases with each change of the lead; 0 before the first one. */
  readonly version: number;
}

export interface VisitChange {
  readonly leadId: string;
  readonly ended: boolean;
  /** Public id of the administrator's session. */
  readonly by: string;
}

export abstract class EndedVisitRepository {
  /**
   * Stores a change, unless the lead has that state already or the command was stored before. Returns the
   * present state.
   */
  abstract change(change: VisitChange, commandId: string): Promise<EndedVisit>;
  /** Returns those of the leads whose visit is ended. */
  abstract among(leadIds: readonly string[]): Promise<string[]>;
  /** Returns the present state of every lead whose visit was ever ended. */
  abstract all(): Promise<EndedVisit[]>;
}
