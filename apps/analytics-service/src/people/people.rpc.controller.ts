import { Controller } from '@nestjs/common';
import { peopleRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { PeopleRepository } from './people.repository.js';

const { methods } = peopleRpc;

@Controller()
export class PeopleRpcController implements RpcServer<typeof peopleRpc> {
  constructor(private readonly people: PeopleRepository) {}

  @RpcHandler(methods.markStaff)
  async markStaff({
    leadId,
  }: RpcParsedInput<typeof methods.markStaff>): Promise<RpcResult<typeof methods.markStaff>> {
    await this.people.markStaff(leadId);
    return { ok: true };
  }
}
