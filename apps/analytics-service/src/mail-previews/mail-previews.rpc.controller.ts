import { Controller } from '@nestjs/common';
import { mailPreviewsRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { mailPreview } from './mail-preview.js';

const { methods } = mailPreviewsRpc;

@Controller()
export class MailPreviewsRpcController implements RpcServer<typeof mailPreviewsRpc> {
  @RpcHandler(methods.compose)
  async compose(shown: RpcParsedInput<typeof methods.compose>): Promise<RpcResult<typeof methods.compose>> {
    return mailPreview(shown);
  }
}
