import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  type ErrorCode,
  type InvitationLink,
  isProofEnough,
  type LeadCaptureForm,
  type Proof,
  requiredAtGate,
  type SentCode,
} from '@secure-preview/contracts';
import { addressKey } from '@secure-preview/service-kit';
import { readableAddress } from '../auth/readable-address.js';
import { mailImagesOf } from '../gate-art/gate-art.js';
import { GateArtService } from '../gate-art/gate-art.service.js';
import type { RequestContext } from '../http/request-context.js';
import { LeadCaptureService } from '../leads/lead-capture.service.js';
import { ENTRY, type EntryClient } from '../rpc/rpc.module.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SettingsFollowerService } from '../settings/settings-follower.service.js';
import { EntryLimitService } from './entry-limit.service.js';
import { ProvedBrowserService } from './proved-browser.service.js';
import { withSameTiming } from './with-same-timing.js';

/** Errors that count as wrong tries. */
const WRONG_TRIES: readonly ErrorCode[] = ['CODE_WRONG', 'CODE_EXPIRED'];

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
    private readonly gateArt: GateArtService,
  ) {}

  async requestCode(
    { email, termsHash }: LeadCaptureForm,
    options: { language: string; invitation?: InvitationLink | undefined },
    http: RequestContext,
  ): Promise<SentCode> {
    this.leads.assertCurrentTerms(termsHash);
    this.sessions.assertNetworkNotBlocked(http);
    const taken = await this.limit.take('requestCode', http.ip);
    const { values } = this.settings.current;
    const { gateMode, companyName } = values;
    const { logoId } = mailImagesOf(values);
    const address = { email: readableAddress(email), purpose: gateMode };
    const input = { ...options, ...address, companyName, logoId, turn: taken - 1 };
    return withSameTiming(this.entry.requestCode(input, http.call));
  }

  async enterWithCode(
    form: LeadCaptureForm,
    typed: { codeId: string; code: string },
    http: RequestContext,
  ): Promise<void> {
    this.leads.assertCurrentTerms(form.termsHash);
    const typedEmail = readableAddress(form.email);
    // The block of an address is named only to those who proved it.
    this.sessions.assertNetworkNotBlocked(http);
    const proof = await this.inTurn(http, () => this.verifyCode({ ...typed, email: typedEmail }, http));
    await this.enter(form, proof, http);
    this.browsers.remember(http, keyOf(proof));
  }

  async readInvitation(link: InvitationLink, http: RequestContext) {
    this.sessions.assertNetworkNotBlocked(http);
    await this.limit.take('invitation', http.ip);
    const proof = await this.entry.readInvitation(link, http.call);
    this.gateArt.rememberInvited(http);
    const { email, name } = proof;
    return { email: readableAddress(email), name, needsCode: this.needsCode(proof, http) };
  }

  async enterWithInvitation(
    form: LeadCaptureForm,
    link: InvitationLink,
    http: RequestContext,
  ): Promise<void> {
    this.leads.assertCurrentTerms(form.termsHash);
    await this.limit.take('invitation', http.ip);
    const read = await this.entry.readInvitation(link, http.call);
    if (this.needsCode(read, http)) throw new AppError('CODE_REQUIRED');
    // Before the invitation counts as opened.
    await this.sessions.assertNotBlocked(http, readableAddress(read.email));
    const proof = await this.inTurn(http, () => this.entry.useInvitation(link, http.call));
    const isProved = this.browsers.recognises(http, keyOf(proof));
    await this.enter(form, { ...proof, verifiedBy: isProved ? 'invitation' : 'link' }, http);
  }

  /** Takes the turn of a lead before code and invitation count as used. */
  private async inTurn(http: RequestContext, prove: () => Promise<Proof>): Promise<Proof> {
    await this.leads.takeTurn(http);
    try {
      return await prove();
    } catch (error) {
      await this.leads.returnTurn(http);
      throw error;
    }
  }

  /** Counts only wrong tries: a whole office may enter from one address. */
  private async verifyCode(
    entered: { codeId: string; code: string; email: string },
    http: RequestContext,
  ): Promise<Proof> {
    await this.limit.take('wrongCode', http.ip);
    const { values } = this.settings.current;
    let isWrong = false;
    try {
      const proof = await this.entry.verifyCode({ ...entered, purpose: values.gateMode }, http.call);
      if (!isProofEnough(requiredAtGate(values), proof)) throw new AppError('CODE_EXPIRED');
      return proof;
    } catch (error) {
      isWrong = error instanceof AppError && WRONG_TRIES.includes(error.code);
      throw error;
    } finally {
      if (!isWrong) await this.limit.refund('wrongCode', http.ip);
    }
  }

  private needsCode(proof: Proof, http: RequestContext): boolean {
    const { invitationProof } = this.settings.current.values;
    return invitationProof === 'code' && !this.browsers.recognises(http, keyOf(proof));
  }

  /** Enters under the proved address, and under the name of the invitation if it has one. */
  private async enter(form: LeadCaptureForm, proof: Proof, http: RequestContext): Promise<void> {
    const { verifiedBy, invitation } = proof;
    const name = proof.name ?? form.name;
    const email = readableAddress(proof.email);
    const ref = this.sessions.newRef();
    const facts = { sessionRef: ref, verifiedBy, invitationId: invitation?.id ?? null };
    const leadId = await this.leads.capture({ ...form, name, email }, http, facts);
    await this.sessions.beginViewer(http, {
      ref,
      viewer: { leadId, name, email },
      proof: { verifiedBy, ...(invitation ? { invitation } : {}) },
    });
  }
}

const keyOf = ({ email }: Proof) => addressKey(email);
