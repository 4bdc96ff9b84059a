import { Controller } from '@nestjs/common';
import { accessRequestsRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { AccessRequestsService } from './access-requests.service.js';

const { methods } = accessRequestsRpc;

@Controller()
export class AccessRequestsRpcController implements RpcServer<typeof accessRequestsRpc> {
  constructor(private readonly requests: AccessRequestsService) {}

  @RpcHandler(methods.list)
  async list(input: RpcParsedInput<typeof methods.list>): Promise<RpcResult<typeof methods.list>> {
    return this.requests.list(input);
  }

  @RpcHandler(methods.decide)
  async decide({
    id,
    decision,
    by,
    ...texts
  }: RpcParsedInput<typeof methods.decide>): Promise<RpcResult<typeof methods.decide>> {
    if (decision === 'allow') await this.requests.allow(id, by, texts);
    else await this.requests.dismiss(id, by);
    return { ok: true };
  }

  @RpcHandler(methods.dismissAll)
  async dismissAll(
    { ids, by }: RpcParsedInput<typeof methods.dismissAll>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.dismissAll>> {
    return { dismissed: await this.requests.dismissAll(ids, by, commandId) };
  }
}
