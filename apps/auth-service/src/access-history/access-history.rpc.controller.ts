import { Controller } from '@nestjs/common';
import { accessHistoryRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { AccessHistoryService } from './access-history.service.js';

const { methods } = accessHistoryRpc;

@Controller()
export class AccessHistoryRpcController implements RpcServer<typeof accessHistoryRpc> {
  constructor(private readonly history: AccessHistoryService) {}

  @RpcHandler(methods.read)
  async read(input: RpcParsedInput<typeof methods.read>): Promise<RpcResult<typeof methods.read>> {
    return this.history.read(input);
  }
}
