import { Controller } from '@nestjs/common';
import { entryRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { AccessRequestsService } from '../access-requests/access-requests.service.js';
import { InvitationAccessService } from '../invitations/invitation-access.service.js';
import { EntryService } from './entry.service.js';

const { methods } = entryRpc;

@Controller()
export class EntryRpcController implements RpcServer<typeof entryRpc> {
  constructor(
    private readonly entry: EntryService,
    private readonly invitations: InvitationAccessService,
    private readonly requests: AccessRequestsService,
  ) {}

  @RpcHandler(methods.requestCode)
  async requestCode(
    request: RpcParsedInput<typeof methods.requestCode>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.requestCode>> {
    return this.entry.requestCode(request, commandId);
  }

  @RpcHandler(methods.verifyCode)
  async verifyCode(
    typed: RpcParsedInput<typeof methods.verifyCode>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.verifyCode>> {
    return this.entry.verifyCode(typed, commandId);
  }

  @RpcHandler(methods.readInvitation)
  async readInvitation(
    link: RpcParsedInput<typeof methods.readInvitation>,
  ): Promise<RpcResult<typeof methods.readInvitation>> {
    return this.invitations.read(link);
  }

  @RpcHandler(methods.useInvitation)
  async useInvitation(
    link: RpcParsedInput<typeof methods.useInvitation>,
  ): Promise<RpcResult<typeof methods.useInvitation>> {
    return this.invitations.useLink(link);
  }

  @RpcHandler(methods.requestAccess)
  async requestAccess(
    request: RpcParsedInput<typeof methods.requestAccess>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.requestAccess>> {
    await this.requests.request(request, commandId);
    return { ok: true };
  }
}
