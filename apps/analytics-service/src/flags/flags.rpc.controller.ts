import { Controller } from '@nestjs/common';
import { AppError, flagsRpc, isUuid, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { FlagRepository } from './flag.repository.js';

const { methods } = flagsRpc;

@Controller()
export class FlagsRpcController implements RpcServer<typeof flagsRpc> {
  constructor(private readonly flags: FlagRepository) {}

  @RpcHandler(methods.ofPerson)
  async ofPerson({
    personId,
  }: RpcParsedInput<typeof methods.ofPerson>): Promise<RpcResult<typeof methods.ofPerson>> {
    return isUuid(personId) ? this.flags.ofPerson(personId) : { flags: [] };
  }

  @RpcHandler(methods.kindsOfLeads)
  async kindsOfLeads({
    leadIds,
  }: RpcParsedInput<typeof methods.kindsOfLeads>): Promise<RpcResult<typeof methods.kindsOfLeads>> {
    return { leads: await this.flags.kindsOfLeads(leadIds) };
  }

  @RpcHandler(methods.dismiss)
  async dismiss({
    flagId,
    dismissed,
    byName,
  }: RpcParsedInput<typeof methods.dismiss>): Promise<RpcResult<typeof methods.dismiss>> {
    if (!(await this.flags.dismiss(flagId, dismissed, byName))) throw new AppError('LEAD_NOT_FOUND');
    return { ok: true };
  }
}
