/** A session that reached the uploader level. */
export interface StaffSession {
  readonly sessionRef: string;
  readonly ip: string;
  readonly userAgent: string | null;
}

export abstract class StaffSessionRepository {
  /** Keeps the first time a session reached the level. */
  abstract record(session: StaffSession): Promise<void>;
}
