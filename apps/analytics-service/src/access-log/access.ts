/** A visitor who has passed the gate, as recorded in logs. */
export interface Watcher {
  readonly sessionRef: string;
  readonly leadId: string;
  readonly ip: string;
  readonly userAgent: string | null;
}
