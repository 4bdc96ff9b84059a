import { Controller } from '@nestjs/common';
import { accessHistoryRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';

const { methods } = accessHistoryRpc;

/** Calls that the fake received, and its answer. */
export const accessHistory = {
  reads: [] as RpcParsedInput<typeof methods.read>[],
  answer: { person: { changes: [], omitted: 0 }, visits: [] } as RpcResult<typeof methods.read>,
};

@Controller()
export class FakeAccessHistory implements RpcServer<typeof accessHistoryRpc> {
  @RpcHandler(methods.read)
  async read(input: RpcParsedInput<typeof methods.read>) {
    accessHistory.reads.push(input);
    return accessHistory.answer;
  }
}
