import {
  exportedLead,
  type LeadProof,
  lead,
  type PersonInput,
  type StoredPerson,
  storedPerson,
  type VerifiedBy,
} from '@secure-preview/contracts';
import * as z from 'zod/mini';

/** Evidence of an acceptance of the terms. */
interface Acceptance {
  readonly ip: string;
  readonly userAgent: string | null;
  readonly sessionRef: string;
  readonly termsSha256: string;
  readonly verifiedBy: VerifiedBy;
  readonly invitationId: string | null;
}

/** An acceptance of the terms by a person, as the gateway sends it. */
export type CapturedLead = PersonInput & Acceptance & { readonly leadId?: string | undefined };

/** A validated acceptance of the terms. */
export interface NewLead extends Acceptance, Readonly<StoredPerson> {
  readonly id: string;
  /** Known form of a proved address; null for a claimed one. */
  readonly provedKey: string | null;
}

/** A stored lead as shown to the administrator. Its time has the database's microseconds. */
export const storedLead = z.object({
  ...storedPerson.shape,
  ...z.pick(lead, { id: true, capturedAt: true, ipAddress: true, verifiedBy: true }).shape,
});
export type StoredLead = Readonly<z.infer<typeof storedLead>>;

/** A stored lead with all its evidence, for an export. */
export const leadEvidence = z.extend(
  storedLead,
  z.pick(exportedLead, { userAgent: true, termsVersion: true, termsSha256: true }).shape,
);
export type LeadEvidence = Readonly<z.infer<typeof leadEvidence>>;

/** A stored lead with its watched and delivered time. */
export interface LeadWithStats extends StoredLead {
  readonly deliveredSeconds: number;
  readonly deliveredShare: number | null;
  readonly watchedSeconds: number;
  readonly watchedShare: number | null;
  readonly lastSeenAt: string | null;
}

/** A lead in the list. */
export interface ListedLead extends LeadWithStats {
  /** Whether another lead proved the address that this one only claims. */
  readonly addressProvedElsewhere: boolean;
  /** Absent for staff. */
  readonly personId?: string;
}

export type LeadOrder = 'newest' | 'oldest' | 'name' | 'email';

export interface LeadSelection {
  readonly order: LeadOrder;
  readonly limit: number;
  /** Id of the last lead of the previous page. */
  readonly after: string | undefined;
  /** Part of a name or e-mail address. Case is ignored, and wildcard characters match literally. */
  readonly search: string | undefined;
  /** Only leads whose address is proved, or only claimed ones. */
  readonly proof: LeadProof | undefined;
}

export interface LeadPage {
  readonly leads: StoredLead[];
  /** Number of matching leads on all pages. */
  readonly total: number;
  /** Whether the total exceeds `limits.leadsPage.exactTotal`, and may be an estimate from database statistics. */
  readonly estimated: boolean;
}
