/** A session that reached the uploader level. */
export interface StaffSession {
  readonly sessionRef: string;
  /** Absent from gateways of the release before. */
  readonly leadId?: string | undefined;
  readonly ip: string;
  readonly userAgent: string | null;
}

export abstract class StaffSessionRepository {
  /** Keeps the first time a session reached the level. */
  abstract record(session: StaffSession): Promise<void>;
  /** Of the leads given, those with a session that reached the level. */
  abstract leadsAmong(leadIds: readonly string[]): Promise<string[]>;
}
