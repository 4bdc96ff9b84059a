/** A session that reached the uploader level. */
export interface StaffSession {
  readonly sessionRef: string;
  /** Absent in calls from gateways of the previous release. */
  readonly leadId?: string | undefined;
  readonly ip: string;
  readonly userAgent: string | null;
}
