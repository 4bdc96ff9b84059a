/** Whether a lead may come in, as far as it was ever changed. */
export interface ShutOut {
  readonly leadId: string;
  readonly shutOut: boolean;
  /** Grows with each change of a lead. */
  readonly version: number;
}

export interface ShutOutChange {
  readonly leadId: string;
  readonly shutOut: boolean;
  /** Public id of the administrator's session. */
  readonly by: string;
}

export abstract class ShutOutRepository {
  /** Keeps a change unless the lead stands so already or the command was kept before; returns how it stands now. */
  abstract change(change: ShutOutChange, commandId: string): Promise<ShutOut>;
  /** Of the leads given, those that are shut out. */
  abstract among(leadIds: readonly string[]): Promise<string[]>;
  /** Every lead that was ever shut out, as it stands now. */
  abstract all(): Promise<ShutOut[]>;
}
