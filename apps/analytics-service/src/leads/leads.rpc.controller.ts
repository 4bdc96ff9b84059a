import { Controller } from '@nestjs/common';
import { leadsRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { InvitationShareRepository } from './invitation-share.repository.js';
import { LeadExportService } from './lead-export.service.js';
import { LeadsService } from './leads.service.js';

const { methods } = leadsRpc;

@Controller()
export class LeadsRpcController implements RpcServer<typeof leadsRpc> {
  constructor(
    private readonly leads: LeadsService,
    private readonly exports: LeadExportService,
    private readonly invitationShares: InvitationShareRepository,
  ) {}

  @RpcHandler(methods.registerTerms)
  async registerTerms({
    sha256,
    version,
    text,
  }: RpcParsedInput<typeof methods.registerTerms>): Promise<RpcResult<typeof methods.registerTerms>> {
    await this.leads.registerTerms(sha256, version, text);
    return { registered: true };
  }

  @RpcHandler(methods.capture)
  async capture(
    { visitor, ...lead }: RpcParsedInput<typeof methods.capture>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.capture>> {
    return { leadId: await this.leads.capture({ ...lead, ...visitor }, commandId) };
  }

  @RpcHandler(methods.list)
  async list(query: RpcParsedInput<typeof methods.list>): Promise<RpcResult<typeof methods.list>> {
    return this.leads.list(query);
  }

  @RpcHandler(methods.export)
  async export(query: RpcParsedInput<typeof methods.export>): Promise<RpcResult<typeof methods.export>> {
    return this.exports.page(query);
  }

  @RpcHandler(methods.sharesOfInvitations)
  async sharesOfInvitations({
    invitationIds,
  }: RpcParsedInput<typeof methods.sharesOfInvitations>): Promise<
    RpcResult<typeof methods.sharesOfInvitations>
  > {
    return { shares: await this.invitationShares.ofInvitations(invitationIds) };
  }

  @RpcHandler(methods.isKnown)
  async isKnown({
    leadId,
  }: RpcParsedInput<typeof methods.isKnown>): Promise<RpcResult<typeof methods.isKnown>> {
    return { known: await this.leads.isKnown(leadId) };
  }
}
