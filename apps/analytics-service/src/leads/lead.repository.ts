import type { LeadEvidence, LeadOrder, NewLead, StoredLead } from './lead.js';

export interface LeadSelection {
  readonly order: LeadOrder;
  readonly limit: number;
  /** Id of the last lead of the previous page. */
  readonly after: string | undefined;
  /** Part of a name or e-mail, in any case and without wildcards. */
  readonly search: string | undefined;
}

export interface LeadPage {
  readonly leads: StoredLead[];
  /** Number of matching leads on all pages. */
  readonly total: number;
  /** Whether the total is estimated from database statistics; only beyond `limits.leadsPage.exactTotal`. */
  readonly estimated: boolean;
}

export abstract class LeadRepository {
  /** Stores a terms text, unless it is stored already. */
  abstract keepTerms(sha256: string, version: string, text: string): Promise<void>;
  /**
   * Stores a lead and returns its id; for a repeated command, the id of the first one. Returns undefined if
   * its terms are unknown.
   */
  abstract keep(lead: NewLead, commandId: string): Promise<string | undefined>;
  /** Returns a page of leads; undefined if the lead `selection.after` is unknown. */
  abstract list(selection: LeadSelection): Promise<LeadPage | undefined>;
  /** Returns leads, oldest first, after the given lead or from the first one on. */
  abstract evidence(after: StoredLead | undefined, limit: number): Promise<LeadEvidence[]>;
  abstract isKnown(id: string): Promise<boolean>;
}
