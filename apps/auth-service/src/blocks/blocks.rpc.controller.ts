import { Controller } from '@nestjs/common';
import { blocksRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { BlocksService } from './blocks.service.js';

const { methods } = blocksRpc;

@Controller()
export class BlocksRpcController implements RpcServer<typeof blocksRpc> {
  constructor(private readonly blocks: BlocksService) {}

  @RpcHandler(methods.list)
  async list(input: RpcParsedInput<typeof methods.list>): Promise<RpcResult<typeof methods.list>> {
    return this.blocks.list(input);
  }

  @RpcHandler(methods.history)
  async history(input: RpcParsedInput<typeof methods.history>): Promise<RpcResult<typeof methods.history>> {
    return this.blocks.history(input);
  }

  @RpcHandler(methods.change)
  async change(
    { by, ...change }: RpcParsedInput<typeof methods.change>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.change>> {
    await this.blocks.change(change, by, commandId);
    return { ok: true };
  }

  @RpcHandler(methods.rules)
  async rules(): Promise<RpcResult<typeof methods.rules>> {
    return this.blocks.rules();
  }

  @RpcHandler(methods.concerning)
  async concerning({
    visitors,
  }: RpcParsedInput<typeof methods.concerning>): Promise<RpcResult<typeof methods.concerning>> {
    return { blocks: await this.blocks.concerning(visitors) };
  }

  @RpcHandler(methods.isBlocked)
  async isBlocked({
    emailKey,
  }: RpcParsedInput<typeof methods.isBlocked>): Promise<RpcResult<typeof methods.isBlocked>> {
    return { blocked: await this.blocks.isBlocked(emailKey) };
  }
}
