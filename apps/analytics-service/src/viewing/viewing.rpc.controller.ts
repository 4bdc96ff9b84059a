import { Controller } from '@nestjs/common';
import { type RpcParsedInput, type RpcResult, viewingRpc } from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { ViewingService } from './viewing.service.js';

const { methods } = viewingRpc;

@Controller()
export class ViewingRpcController implements RpcServer<typeof viewingRpc> {
  constructor(private readonly viewing: ViewingService) {}

  @RpcHandler(methods.logAccess)
  async logAccess(
    watcher: RpcParsedInput<typeof methods.logAccess>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.logAccess>> {
    await this.viewing.logAccess(watcher, commandId);
    return { ok: true };
  }

  @RpcHandler(methods.start)
  async start(
    viewing: RpcParsedInput<typeof methods.start>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.start>> {
    return { id: await this.viewing.begin(viewing, commandId) };
  }

  @RpcHandler(methods.update)
  async update(
    { id, sessionRef, update }: RpcParsedInput<typeof methods.update>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.update>> {
    return { ok: true, trailerId: await this.viewing.update(id, sessionRef, update, commandId) };
  }
}
