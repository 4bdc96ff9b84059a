import { Controller } from '@nestjs/common';
import { captionsRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { captionView } from './caption.js';
import { CaptionsService } from './captions.service.js';

const { methods } = captionsRpc;
type Methods = typeof methods;

@Controller()
export class CaptionsRpcController implements RpcServer<typeof captionsRpc> {
  constructor(private readonly captions: CaptionsService) {}

  @RpcHandler(methods.addCaptions)
  async addCaptions(
    input: RpcParsedInput<Methods['addCaptions']>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<Methods['addCaptions']>> {
    return captionView(await this.captions.add(input, commandId));
  }

  @RpcHandler(methods.removeCaptions)
  async removeCaptions(
    { trailerId, captionId }: RpcParsedInput<Methods['removeCaptions']>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<Methods['removeCaptions']>> {
    await this.captions.remove(trailerId, captionId, commandId);
    return { ok: true };
  }

  @RpcHandler(methods.readCaptions)
  async readCaptions({
    captionId,
    ...requester
  }: RpcParsedInput<Methods['readCaptions']>): Promise<RpcResult<Methods['readCaptions']>> {
    return { body: await this.captions.read(captionId, requester) };
  }
}
