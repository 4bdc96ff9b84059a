import { Controller } from '@nestjs/common';
import { type RpcParsedInput, type RpcResult, unsentMailsRpc } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { UnsentMailRepository } from './unsent-mail.repository.js';

const { methods } = unsentMailsRpc;

@Controller()
export class UnsentMailsRpcController implements RpcServer<typeof unsentMailsRpc> {
  constructor(private readonly mails: UnsentMailRepository) {}

  @RpcHandler(methods.list)
  async list(input: RpcParsedInput<typeof methods.list>): Promise<RpcResult<typeof methods.list>> {
    return this.mails.list(input);
  }
}
