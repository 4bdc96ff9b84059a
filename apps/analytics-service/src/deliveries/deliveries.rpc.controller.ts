import { Controller } from '@nestjs/common';
import { deliveriesRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { DeliveriesService } from './deliveries.service.js';

const { methods } = deliveriesRpc;

@Controller()
export class DeliveriesRpcController implements RpcServer<typeof deliveriesRpc> {
  constructor(private readonly deliveries: DeliveriesService) {}

  @RpcHandler(methods.record)
  async record(
    { deliveries }: RpcParsedInput<typeof methods.record>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.record>> {
    await this.deliveries.record(deliveries, commandId);
    return { ok: true };
  }
}
