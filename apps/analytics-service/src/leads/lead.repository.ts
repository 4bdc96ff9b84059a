import type { LeadEvidence, LeadOrder, NewLead, StoredLead } from './lead.js';

export interface LeadSelection {
  readonly order: LeadOrder;
  readonly limit: number;
  /** Id of the lead that the page before ended with. */
  readonly after: string | undefined;
  /** Part of a name or e-mail, in any case; taken literally. */
  readonly search: string | undefined;
}

export interface LeadPage {
  readonly leads: StoredLead[];
  /** Of all that match, on whatever page. */
  readonly total: number;
  /** Beyond `limits.leadsPage.exactTotal` the total is what the database's statistics say. */
  readonly estimated: boolean;
}

export abstract class LeadRepository {
  /** Keeps a terms text; one that is known stays as it is. */
  abstract keepTerms(sha256: string, version: string, text: string): Promise<void>;
  /**
   * Keeps a lead and returns its id, which for a repeated command is that of the first.
   * Undefined when its terms are not known.
   */
  abstract keep(lead: NewLead, commandId: string): Promise<string | undefined>;
  /** Undefined when the lead that the page should begin after is not known. */
  abstract list(selection: LeadSelection): Promise<LeadPage | undefined>;
  /** The oldest leads after this one, or from the first on. */
  abstract evidence(after: StoredLead | undefined, limit: number): Promise<LeadEvidence[]>;
  abstract isKnown(id: string): Promise<boolean>;
}
