import { Controller } from '@nestjs/common';
import { limits, peopleRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { fittingPage } from '../paging/fitting-page.js';
import { PeopleRepository } from './people.repository.js';

const { methods } = peopleRpc;

@Controller()
export class PeopleRpcController implements RpcServer<typeof peopleRpc> {
  constructor(private readonly people: PeopleRepository) {}

  @RpcHandler(methods.markStaff)
  async markStaff({
    leadId,
  }: RpcParsedInput<typeof methods.markStaff>): Promise<RpcResult<typeof methods.markStaff>> {
    await this.people.markStaff(leadId);
    return { ok: true };
  }

  @RpcHandler(methods.markAllStaff)
  async markAllStaff({
    leadIds,
  }: RpcParsedInput<typeof methods.markAllStaff>): Promise<RpcResult<typeof methods.markAllStaff>> {
    return { marked: await this.people.markAllStaff(leadIds) };
  }

  @RpcHandler(methods.markOf)
  async markOf({ leadId }: RpcParsedInput<typeof methods.markOf>): Promise<RpcResult<typeof methods.markOf>> {
    return { markId: await this.people.markOf(leadId) };
  }

  @RpcHandler(methods.ofMarks)
  async ofMarks({
    markIds,
  }: RpcParsedInput<typeof methods.ofMarks>): Promise<RpcResult<typeof methods.ofMarks>> {
    return { people: await this.people.ofMarks(markIds) };
  }

  @RpcHandler(methods.accessToCheck)
  async accessToCheck({
    version,
  }: RpcParsedInput<typeof methods.accessToCheck>): Promise<RpcResult<typeof methods.accessToCheck>> {
    return { people: fittingPage(await this.people.accessToCheck(version, limits.access.page.max)) };
  }

  @RpcHandler(methods.setAccess)
  async setAccess({
    version,
    people,
  }: RpcParsedInput<typeof methods.setAccess>): Promise<RpcResult<typeof methods.setAccess>> {
    await this.people.setAccess(version, people);
    return { ok: true };
  }
}
