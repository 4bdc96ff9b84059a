import { Controller } from '@nestjs/common';
import { endedPlaybacksRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { EndedPlaybacksService } from './ended-playbacks.service.js';

const { methods } = endedPlaybacksRpc;

@Controller()
export class EndedPlaybacksRpcController implements RpcServer<typeof endedPlaybacksRpc> {
  constructor(private readonly playbacks: EndedPlaybacksService) {}

  @RpcHandler(methods.list)
  async list({ leadIds }: RpcParsedInput<typeof methods.list>): Promise<RpcResult<typeof methods.list>> {
    return { playbacks: await this.playbacks.list(leadIds) };
  }

  @RpcHandler(methods.end)
  async end(
    change: RpcParsedInput<typeof methods.end>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.end>> {
    await this.playbacks.change({ ...change, ended: true }, commandId);
    return { ok: true };
  }

  @RpcHandler(methods.allow)
  async allow(
    change: RpcParsedInput<typeof methods.allow>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.allow>> {
    await this.playbacks.change({ ...change, ended: false }, commandId);
    return { ok: true };
  }
}
