/** A kind of summary, and how to derive it again. */
export interface SummaryCheck {
  readonly name: string;
  /** Summaries that differ from what is derived, with the derived values. */
  readonly differing: string;
  /** Counts the summaries. */
  readonly total: string;
  /** Replaces the summaries of the common table expression `differing`. */
  readonly repair: string;
}

/** Returns the condition that a lead is staff. */
export const isStaff = (lead: string) =>
  `EXISTS (SELECT FROM analytics.staff_leads staff WHERE staff.lead_id = ${lead})`;
