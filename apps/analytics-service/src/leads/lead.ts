/** An acceptance of the terms by a person. */
export interface NewLead {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly ip: string;
  readonly userAgent: string | null;
  readonly sessionRef: string;
  readonly termsSha256: string;
}

/** A stored lead as shown to the administrator. */
export interface StoredLead {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** ISO 8601 in UTC with the database's microseconds. */
  readonly capturedAt: string;
  readonly ipAddress: string;
  readonly verifiedBy: 'none';
}

/** A stored lead with all its evidence, for an export. */
export interface LeadEvidence extends StoredLead {
  readonly userAgent: string | null;
  readonly termsVersion: string;
  /** SHA-256 of the exact text that was accepted. */
  readonly termsSha256: string;
}

/** A stored lead with what it has watched and what it was sent. */
export interface LeadWithStats extends StoredLead {
  readonly deliveredSeconds: number;
  readonly deliveredShare: number | null;
  readonly watchedSeconds: number;
  readonly watchedShare: number | null;
  readonly lastSeenAt: string | null;
}

export type LeadOrder = 'newest' | 'oldest' | 'name' | 'email';
