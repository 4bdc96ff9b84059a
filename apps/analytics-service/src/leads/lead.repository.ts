import type { LeadOrder, NewLead, StoredLead } from './lead.js';
import type { LeadPosition } from './lead-cursor.js';

export interface LeadSelection {
  readonly order: LeadOrder;
  readonly limit: number;
  readonly after: LeadPosition | undefined;
  /** Part of a name or e-mail, in any case; taken literally. */
  readonly search: string | undefined;
}

export abstract class LeadRepository {
  /** Keeps a terms text; one that is known stays as it is. */
  abstract keepTerms(sha256: string, version: string, text: string): Promise<void>;
  /**
   * Keeps a lead and returns its id, which for a repeated command is that of the first.
   * Undefined when its terms are not known.
   */
  abstract keep(lead: NewLead, commandId: string): Promise<string | undefined>;
  abstract select(selection: LeadSelection): Promise<StoredLead[]>;
  abstract count(search: string | undefined): Promise<number>;
}
