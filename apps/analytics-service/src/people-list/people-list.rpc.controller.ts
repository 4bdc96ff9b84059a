import { Controller } from '@nestjs/common';
import { peopleListRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { PeopleListService } from './people-list.service.js';

const { methods } = peopleListRpc;

@Controller()
export class PeopleListRpcController implements RpcServer<typeof peopleListRpc> {
  constructor(private readonly list: PeopleListService) {}

  @RpcHandler(methods.figures)
  async figures({
    trailerId,
  }: RpcParsedInput<typeof methods.figures>): Promise<RpcResult<typeof methods.figures>> {
    return this.list.figures(trailerId);
  }

  @RpcHandler(methods.people)
  async people(query: RpcParsedInput<typeof methods.people>): Promise<RpcResult<typeof methods.people>> {
    return this.list.list(query);
  }
}
