import { Controller } from '@nestjs/common';
import { invitationsRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { ImportsService } from './imports.service.js';
import { InvitationsService } from './invitations.service.js';

const { methods } = invitationsRpc;

@Controller()
export class InvitationsRpcController implements RpcServer<typeof invitationsRpc> {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly imports: ImportsService,
  ) {}

  @RpcHandler(methods.list)
  async list(input: RpcParsedInput<typeof methods.list>): Promise<RpcResult<typeof methods.list>> {
    return this.invitations.list(input);
  }

  @RpcHandler(methods.countOpen)
  async countOpen(): Promise<RpcResult<typeof methods.countOpen>> {
    return { open: await this.invitations.countOpen() };
  }

  @RpcHandler(methods.addRows)
  async addRows({
    importId,
    rows,
  }: RpcParsedInput<typeof methods.addRows>): Promise<RpcResult<typeof methods.addRows>> {
    return { rows: await this.imports.addRows(importId, rows) };
  }

  @RpcHandler(methods.confirmImport)
  async confirmImport(
    { importId, options, by, ...texts }: RpcParsedInput<typeof methods.confirmImport>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.confirmImport>> {
    return this.imports.confirm(importId, options, { by, texts, commandId });
  }

  @RpcHandler(methods.change)
  async change(
    { ids, change, by, ...texts }: RpcParsedInput<typeof methods.change>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.change>> {
    return { changed: await this.invitations.change(ids, change, { by, texts, commandId }) };
  }

  @RpcHandler(methods.secret)
  async secret({ id }: RpcParsedInput<typeof methods.secret>): Promise<RpcResult<typeof methods.secret>> {
    return this.invitations.linkSecret(id);
  }
}
