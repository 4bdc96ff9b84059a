import { Controller } from '@nestjs/common';
import { personRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { PersonService } from './person.service.js';

const { methods } = personRpc;

@Controller()
export class PersonRpcController implements RpcServer<typeof personRpc> {
  constructor(private readonly people: PersonService) {}

  @RpcHandler(methods.read)
  async read(input: RpcParsedInput<typeof methods.read>): Promise<RpcResult<typeof methods.read>> {
    return this.people.read(input);
  }
}
