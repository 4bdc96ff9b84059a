/** Whether the visit of a lead is ended. */
export interface EndedVisit {
  readonly leadId: string;
  readonly ended: boolean;
  /** Increases with each change of the lead; 0 before the first change. */
  readonly version: number;
}

export interface VisitChange {
  readonly leadId: string;
  readonly ended: boolean;
  /** Public id of the administrator's session, or id of the flag that ends the visit. */
  readonly by: string;
  /** Claimed name of the administrator; absent for a flag, and for gateways of earlier versions. */
  readonly byName?: string | undefined;
}
