import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  emailKey,
  type InvitationLink,
  type LeadCaptureForm,
  type Proof,
  type SentCode,
} from '@secure-preview/contracts';
import { readableAddress } from '../auth/readable-address.js';
import type { RequestContext } from '../http/request-context.js';
import { LeadCaptureService } from '../leads/lead-capture.service.js';
import { ENTRY, type EntryClient } from '../rpc/rpc.module.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SettingsFollowerService } from '../settings/settings-follower.service.js';
import { EntryLimitService } from './entry-limit.service.js';
import { ProvedBrowserService } from './proved-browser.service.js';

/**
 * Shortest answer to a request for a code, in milliseconds. It hides how long the work takes, which depends on whether
 * the address may enter.
 */
const CODE_ANSWER_MS = 300;

/** Lets visitors enter who prove an address with a code or an invitation (docs/product.md#access). */
@Injectable()
export class EntryService {
  constructor(
    @Inject(ENTRY) private readonly entry: EntryClient,
    private readonly limit: EntryLimitService,
    private readonly leads: LeadCaptureService,
    private readonly sessions: SessionsService,
    private readonly settings: SettingsFollowerService,
    private readonly browsers: ProvedBrowserService,
  ) {}

  async requestCode(
    { email, termsHash }: LeadCaptureForm,
    language: string,
    http: RequestContext,
  ): Promise<SentCode> {
    this.leads.assertCurrentTerms(termsHash);
    await this.limit.take('requestCode', http.ip);
    const { gateMode, companyName } = this.settings.current.values;
    const earliest = delay(CODE_ANSWER_MS);
    const input = { email: readableAddress(email), language, ip: http.ip, purpose: gateMode, companyName };
    try {
      return await this.entry.requestCode(input, http.call);
    } finally {
      await earliest;
    }
  }

  async enterWithCode(
    form: LeadCaptureForm,
    typed: { codeId: string; code: string },
    http: RequestContext,
  ): Promise<void> {
    this.leads.assertCurrentTerms(form.termsHash);
    await this.limit.take('enterWithCode', http.ip);
    const { gateMode } = this.settings.current.values;
    const input = { ...typed, email: readableAddress(form.email), purpose: gateMode };
    const proof = await this.entry.verifyCode(input, http.call);
    await this.enter(form, proof, http);
    this.browsers.remember(http, emailKey(proof.email));
  }

  async readInvitation(link: InvitationLink, http: RequestContext) {
    await this.limit.take('invitation', http.ip);
    const { email, name } = await this.entry.readInvitation(link, http.call);
    return { email, name, needsCode: this.needsCode(email, http) };
  }

  async enterWithInvitation(
    form: LeadCaptureForm,
    link: InvitationLink,
    http: RequestContext,
  ): Promise<void> {
    this.leads.assertCurrentTerms(form.termsHash);
    await this.limit.take('invitation', http.ip);
    const { email } = await this.entry.readInvitation(link, http.call);
    if (this.needsCode(email, http)) throw new AppError('CODE_REQUIRED');
    const proof = await this.entry.useInvitation(link, http.call);
    const isProved = this.browsers.recognises(http, emailKey(proof.email));
    await this.enter(form, { ...proof, verifiedBy: isProved ? 'invitation' : 'link' }, http);
  }

  private needsCode(email: string, http: RequestContext): boolean {
    const { invitationProof } = this.settings.current.values;
    return invitationProof === 'code' && !this.browsers.recognises(http, emailKey(email));
  }

  private async enter(form: LeadCaptureForm, proof: Proof, http: RequestContext): Promise<void> {
    const { email, verifiedBy, invitation } = proof;
    const name = proof.name ?? form.name;
    const ref = this.sessions.newRef();
    const proved = { sessionRef: ref, verifiedBy, invitationId: invitation?.id ?? null };
    const leadId = await this.leads.capture({ ...form, name, email }, http, proved);
    await this.sessions.beginViewer(http, {
      ref,
      viewer: { leadId, name, email },
      proof: { verifiedBy, ...(invitation ? { invitation } : {}) },
    });
  }
}
