import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, type LeadCaptureForm, type VerifiedBy } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { PortalConfigService } from '../portal/portal-config.service.js';
import type { Terms } from '../portal/portal-texts.js';
import { LEADS, type LeadsClient } from '../rpc/rpc.module.js';
import { LeadLimitService } from './lead-limit.service.js';
import { TermsRegistrationService } from './terms-registration.service.js';

/**
 * Milliseconds for all remote calls of one visitor: one call, or three if the terms must be registered first.
 */
const CALLS_MS = 5000;

/** Session of a lead, how its address was verified, and the invitation used. */
export interface LeadFacts {
  readonly sessionRef: string;
  readonly verifiedBy?: VerifiedBy;
  readonly invitationId?: string | null;
  readonly leadId?: string;
}

/** Captures a lead at the gate. `SessionsService` begins the session afterwards. */
@Injectable()
export class LeadCaptureService {
  constructor(
    @Inject(LEADS) private readonly leads: LeadsClient,
    private readonly limit: LeadLimitService,
    private readonly portal: PortalConfigService,
    private readonly terms: TermsRegistrationService,
  ) {}

  /** Counts a lead in the limits of its network. @throws AppError `TOO_MANY_REQUESTS` */
  async takeTurn(http: RequestContext): Promise<void> {
    await this.limit.take(http.ip);
  }

  /** Returns a turn in which no lead was captured. */
  async returnTurn(http: RequestContext): Promise<void> {
    await this.limit.refund(http.ip);
  }

  /**
   * Stores a lead. Visitors must have taken a turn. Resolves once the lead is stored.
   *
   * @returns the lead's id
   * @throws AppError `TERMS_CHANGED`
   */
  async capture(form: LeadCaptureForm, http: RequestContext, facts: LeadFacts): Promise<string> {
    const { termsAccepted: _, termsHash, ...person } = form;
    const terms = this.acceptedTerms(termsHash);
    const { sessionRef, ...rest } = facts;
    const input = { ...person, ...rest, termsSha256: terms.sha256, visitor: http.visitor(sessionRef) };
    const call = http.callsWithin(CALLS_MS);
    const commandId = randomUUID();
    try {
      return (await this.leads.capture(input, { ...call(), commandId })).leadId;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TERMS_NOT_REGISTERED') throw error;
      await this.terms.register(terms, call());
      return (await this.leads.capture(input, { ...call(), commandId })).leadId;
    }
  }

  /** @throws AppError `TERMS_CHANGED` if the gate showed other terms than the present ones */
  assertCurrentTerms(sha256: string | undefined): void {
    this.acceptedTerms(sha256);
  }

  /** Returns the terms that the gate showed: of any language; without a hash those of `GET /api/config`. */
  private acceptedTerms(sha256 = this.portal.config().terms.sha256): Terms {
    const terms = this.portal.terms.find((candidate) => candidate.sha256 === sha256);
    if (!terms) throw new AppError('TERMS_CHANGED');
    return terms;
  }
}
