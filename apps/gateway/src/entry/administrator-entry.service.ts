import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { LeadCaptureForm } from '@secure-preview/contracts';
import { readableAddress } from '../auth/readable-address.js';
import type { RequestContext } from '../http/request-context.js';
import { LeadCaptureService } from '../leads/lead-capture.service.js';
import { StaffLeadsService } from '../leads/staff-leads.service.js';
import { AUTH, type AuthClient } from '../rpc/rpc.module.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { KnownBrowserService } from '../upload-password/known-browser.service.js';

/**
 * Lets the administrator enter with the upload password, regardless of gate mode and blocks: neither a failing mail
 * server nor a block of the own network may lock the administrator out (docs/product.md#access).
 */
@Injectable()
export class AdministratorEntryService {
  constructor(
    @Inject(AUTH) private readonly auth: AuthClient,
    private readonly leads: LeadCaptureService,
    private readonly staff: StaffLeadsService,
    private readonly sessions: SessionsService,
    private readonly browsers: KnownBrowserService,
  ) {}

  /** @throws AppError `TERMS_CHANGED`, `INVALID_PASSWORD`, `TOO_MANY_ATTEMPTS` */
  async enter(entered: LeadCaptureForm, password: string, http: RequestContext): Promise<void> {
    this.leads.assertCurrentTerms(entered.termsHash);
    const form = { ...entered, email: readableAddress(entered.email) };
    const { name, email } = form;
    const ref = this.sessions.newRef();
    const knownBrowser = await this.browsers.recognise(http);
    // The password comes first: a guess must not store a lead. The lead then counts as staff under this id.
    const newLead = { sessionRef: ref, leadId: randomUUID() };
    const attempt = { password, ip: http.ip, userAgent: http.userAgent, knownBrowser, ...newLead };
    const { epoch } = await this.auth.verifyUploadPassword(attempt, http.call);
    // Without the limits of visitors, whose number must not lock the administrator out. An analytics-service of version 1.0
    // chooses another id.
    const leadId = await this.leads.capture(form, http, newLead);
    const begun = { ref, viewer: { leadId, name, email }, proof: { verifiedBy: 'none' as const } };
    await this.sessions.beginAdministrator(http, begun, epoch);
    await this.staff.mark(leadId, http);
    if (knownBrowser === null) this.browsers.remember(http, epoch);
  }
}
