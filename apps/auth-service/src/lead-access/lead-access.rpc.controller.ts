import { Controller } from '@nestjs/common';
import { leadAccessRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { LeadAccessService } from './lead-access.service.js';

const { methods } = leadAccessRpc;

@Controller()
export class LeadAccessRpcController implements RpcServer<typeof leadAccessRpc> {
  constructor(private readonly leads: LeadAccessService) {}

  @RpcHandler(methods.accessStatus)
  async accessStatus({
    leadIds,
  }: RpcParsedInput<typeof methods.accessStatus>): Promise<RpcResult<typeof methods.accessStatus>> {
    return this.leads.accessStatus(leadIds);
  }

  @RpcHandler(methods.staff)
  async staff({ after }: RpcParsedInput<typeof methods.staff>): Promise<RpcResult<typeof methods.staff>> {
    return { leadIds: await this.leads.staffLeads(after) };
  }

  @RpcHandler(methods.endVisit)
  async endVisit(
    change: RpcParsedInput<typeof methods.endVisit>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.endVisit>> {
    await this.leads.change({ ...change, ended: true }, commandId);
    return { ok: true };
  }

  @RpcHandler(methods.allowVisit)
  async allowVisit(
    change: RpcParsedInput<typeof methods.allowVisit>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.allowVisit>> {
    await this.leads.change({ ...change, ended: false }, commandId);
    return { ok: true };
  }
}
