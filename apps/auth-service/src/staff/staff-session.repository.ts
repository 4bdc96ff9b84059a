/** A session that reached the uploader level. */
export interface StaffSession {
  readonly sessionRef: string;
  /** Absent in calls from gateways of the previous release. */
  readonly leadId?: string | undefined;
  readonly ip: string;
  readonly userAgent: string | null;
}

export abstract class StaffSessionRepository {
  /** Records a session; keeps the time at which it first reached the level. */
  abstract record(session: StaffSession): Promise<void>;
  /** Returns those of the leads that have a session which reached the level. */
  abstract leadsAmong(leadIds: readonly string[]): Promise<string[]>;
}
