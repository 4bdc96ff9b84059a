import { Controller } from '@nestjs/common';
import { type RpcParsedInput, type RpcResult, webhooksRpc } from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { WebhooksService } from './webhooks.service.js';

const { methods } = webhooksRpc;

@Controller()
export class WebhooksRpcController implements RpcServer<typeof webhooksRpc> {
  constructor(private readonly webhooks: WebhooksService) {}

  @RpcHandler(methods.status)
  async status({ url }: RpcParsedInput<typeof methods.status>): Promise<RpcResult<typeof methods.status>> {
    return this.webhooks.status(url);
  }

  @RpcHandler(methods.secret)
  async secret({ url }: RpcParsedInput<typeof methods.secret>): Promise<RpcResult<typeof methods.secret>> {
    return { secret: this.webhooks.secret(url) };
  }

  @RpcHandler(methods.test)
  async test(
    { url, companyName }: RpcParsedInput<typeof methods.test>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.test>> {
    return { key: await this.webhooks.test(url, companyName, commandId) };
  }
}
