import { Controller } from '@nestjs/common';
import { leaksRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { originOf } from '@secure-preview/service-kit';
import { leakCaseView, listedLeakCaseView } from './leak-case.js';
import { LeakCasesService } from './leak-cases.service.js';

const { methods } = leaksRpc;
type Methods = typeof methods;

@Controller()
export class LeaksRpcController implements RpcServer<typeof leaksRpc> {
  constructor(private readonly cases: LeakCasesService) {}

  @RpcHandler(methods.createCase)
  async createCase(
    input: RpcParsedInput<Methods['createCase']>,
    context: RpcContext,
  ): Promise<RpcResult<Methods['createCase']>> {
    return leakCaseView(await this.cases.open(input, context.commandId, originOf(context)));
  }

  @RpcHandler(methods.listCases)
  async listCases(): Promise<RpcResult<Methods['listCases']>> {
    return { cases: (await this.cases.list()).map(listedLeakCaseView) };
  }

  @RpcHandler(methods.readCase)
  async readCase({ caseId }: RpcParsedInput<Methods['readCase']>): Promise<RpcResult<Methods['readCase']>> {
    return leakCaseView(await this.cases.read(caseId));
  }

  @RpcHandler(methods.cancelCase)
  async cancelCase({
    caseId,
  }: RpcParsedInput<Methods['cancelCase']>): Promise<RpcResult<Methods['cancelCase']>> {
    return leakCaseView(await this.cases.cancel(caseId));
  }

  @RpcHandler(methods.setNote)
  async setNote({
    caseId,
    note,
  }: RpcParsedInput<Methods['setNote']>): Promise<RpcResult<Methods['setNote']>> {
    return leakCaseView(await this.cases.setNote(caseId, note));
  }

  @RpcHandler(methods.removeCase)
  async removeCase(
    { caseId }: RpcParsedInput<Methods['removeCase']>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<Methods['removeCase']>> {
    await this.cases.remove(caseId, commandId);
    return { ok: true };
  }

  @RpcHandler(methods.readPicture)
  async readPicture({
    caseId,
    which,
  }: RpcParsedInput<Methods['readPicture']>): Promise<RpcResult<Methods['readPicture']>> {
    return { jpeg: (await this.cases.picture(caseId, which)).toString('base64') };
  }
}
