import { Controller } from '@nestjs/common';
import { type RpcParsedInput, type RpcResult, uploadsRpc } from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { UploadsService } from './uploads.service.js';

const { methods } = uploadsRpc;

@Controller()
export class UploadsRpcController implements RpcServer<typeof uploadsRpc> {
  constructor(private readonly uploads: UploadsService) {}

  @RpcHandler(methods.issue)
  async issue(
    { kind, browser, file }: RpcParsedInput<typeof methods.issue>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.issue>> {
    return { uploadURL: await this.uploads.issue(kind, file, browser, commandId) };
  }
}
