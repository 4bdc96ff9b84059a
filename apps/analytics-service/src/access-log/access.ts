/** Somebody past the gate, as log records name them. */
export interface Watcher {
  readonly sessionRef: string;
  readonly leadId: string;
  readonly ip: string;
  readonly userAgent: string | null;
}
