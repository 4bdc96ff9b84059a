import { createHash, randomUUID } from 'node:crypto';
import type { VerifiedBy } from '@secure-preview/contracts';
import type { LeadsService } from '../leads/leads.service.js';

const TERMS = 'I accept.';
/** Hash of the terms that `captureLead` accepts. */
export const termsSha256 = createHash('sha256').update(TERMS).digest('hex');

interface LeadDetails {
  readonly name?: string;
  readonly email?: string;
  readonly ip?: string;
  /** Default: proved by a code. */
  readonly verifiedBy?: VerifiedBy;
}

/** Registers the terms that `captureLead` accepts. */
export const registerTerms = (leads: LeadsService): Promise<void> =>
  leads.registerTerms(termsSha256, '2025-10', TERMS);

/** Captures a lead in a session of its own, and returns its id. */
export const captureLead = (leads: LeadsService, details: LeadDetails = {}): Promise<string> =>
  leads.capture(
    {
      name: 'Ada',
      email: 'ada@example.org',
      ip: '203.0.113.1',
      verifiedBy: 'code',
      userAgent: null,
      sessionRef: randomUUID(),
      termsSha256,
      invitationId: null,
      ...details,
    },
    randomUUID(),
  );
