import { Controller } from '@nestjs/common';
import { engagementRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { EngagementRepository } from './engagement.repository.js';

const { methods } = engagementRpc;

@Controller()
export class EngagementRpcController implements RpcServer<typeof engagementRpc> {
  constructor(private readonly engagement: EngagementRepository) {}

  @RpcHandler(methods.read)
  read({
    trailerId,
    timeZone,
  }: RpcParsedInput<typeof methods.read>): Promise<RpcResult<typeof methods.read>> {
    return this.engagement.read(trailerId, timeZone);
  }
}
