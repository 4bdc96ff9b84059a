import { Controller } from '@nestjs/common';
import { deliveriesRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { DeliveryRepository } from './delivery.repository.js';

const { methods } = deliveriesRpc;

@Controller()
export class DeliveriesRpcController implements RpcServer<typeof deliveriesRpc> {
  constructor(private readonly deliveries: DeliveryRepository) {}

  @RpcHandler(methods.record)
  async record(
    { deliveries }: RpcParsedInput<typeof methods.record>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.record>> {
    await this.deliveries.add(deliveries, commandId);
    return { ok: true };
  }
}
