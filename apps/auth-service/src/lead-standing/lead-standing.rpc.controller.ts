import { Controller } from '@nestjs/common';
import { leadStandingRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { LeadStandingService } from './lead-standing.service.js';

const { methods } = leadStandingRpc;

@Controller()
export class LeadStandingRpcController implements RpcServer<typeof leadStandingRpc> {
  constructor(private readonly leads: LeadStandingService) {}

  @RpcHandler(methods.standing)
  async standing({
    leadIds,
  }: RpcParsedInput<typeof methods.standing>): Promise<RpcResult<typeof methods.standing>> {
    return this.leads.standing(leadIds);
  }

  @RpcHandler(methods.shutOut)
  async shutOut(
    change: RpcParsedInput<typeof methods.shutOut>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.shutOut>> {
    await this.leads.change({ ...change, shutOut: true }, commandId);
    return { ok: true };
  }

  @RpcHandler(methods.letIn)
  async letIn(
    change: RpcParsedInput<typeof methods.letIn>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.letIn>> {
    await this.leads.change({ ...change, shutOut: false }, commandId);
    return { ok: true };
  }
}
