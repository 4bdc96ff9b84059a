import { Controller } from '@nestjs/common';
import { mailPreviewsRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { MailPreviewsService } from './mail-previews.service.js';

const { methods } = mailPreviewsRpc;

@Controller()
export class MailPreviewsRpcController implements RpcServer<typeof mailPreviewsRpc> {
  constructor(private readonly previews: MailPreviewsService) {}

  @RpcHandler(methods.compose)
  async compose(shown: RpcParsedInput<typeof methods.compose>): Promise<RpcResult<typeof methods.compose>> {
    return this.previews.compose(shown);
  }

  @RpcHandler(methods.readImage)
  async readImage({
    imageId,
  }: RpcParsedInput<typeof methods.readImage>): Promise<RpcResult<typeof methods.readImage>> {
    const { contentType, content } = await this.previews.image(imageId);
    return { contentType, body: content.toString('base64') };
  }
}
