import { Controller } from '@nestjs/common';
import { authRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { UploadPasswordService } from './upload-password.service.js';

const { methods } = authRpc;

@Controller()
export class UploadPasswordRpcController implements RpcServer<typeof authRpc> {
  constructor(private readonly uploadPassword: UploadPasswordService) {}

  @RpcHandler(methods.verifyUploadPassword)
  async verifyUploadPassword(
    input: RpcParsedInput<typeof methods.verifyUploadPassword>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.verifyUploadPassword>> {
    const { password, ip, knownBrowser, sessionRef, leadId, userAgent } = input;
    const attempt = { ip, knownBrowser, commandId };
    const session = { sessionRef, leadId, ip, userAgent };
    return { epoch: await this.uploadPassword.verify(password, attempt, session) };
  }

  @RpcHandler(methods.changeUploadPassword)
  async changeUploadPassword(
    input: RpcParsedInput<typeof methods.changeUploadPassword>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.changeUploadPassword>> {
    const { currentPassword, newPassword, ip, knownBrowser } = input;
    const attempt = { ip, knownBrowser, commandId };
    return { epoch: await this.uploadPassword.change(currentPassword, newPassword, attempt) };
  }
}
