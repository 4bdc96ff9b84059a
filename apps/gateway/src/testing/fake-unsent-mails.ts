import { Controller } from '@nestjs/common';
import { type RpcParsedInput, type UnsentMailsPage, unsentMailsRpc } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';

/** Answer of the fake. */
export const unsentMails: UnsentMailsPage = {
  total: 7,
  nextCursor: 'next',
  mails: [
    {
      id: 'b6d1a1b3-6a5b-4f0e-9c53-0d1f4f3c7a10',
      kind: 'alert',
      state: 'waiting',
      reason: 'MAIL_NOT_CONFIGURED',
      detail: null,
      at: '2026-01-01T00:00:00.000Z',
    },
  ],
};

const { methods } = unsentMailsRpc;

/** Pages that were requested. */
export const requestedUnsentMails: RpcParsedInput<typeof methods.list>[] = [];

@Controller()
export class FakeUnsentMails implements RpcServer<typeof unsentMailsRpc> {
  @RpcHandler(methods.list)
  async list(input: RpcParsedInput<typeof methods.list>) {
    requestedUnsentMails.push(input);
    return unsentMails;
  }
}
