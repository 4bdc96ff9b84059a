import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { blocksRpc, leadAccessRpc, type RpcParsedInput } from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, RpcListServer } from '@secure-preview/rpc';
import { logger } from './running-analytics.js';

type Block = RpcParsedInput<typeof blocksRpc.methods.change>;
type EndedVisit = RpcParsedInput<typeof leadAccessRpc.methods.endVisit>;

/** A fake of auth-service that serves blocks and ended visits over the real transport. */
export class FakeAuth {
  /** Calls in order, with their command ids. */
  readonly blocks: (Block & { commandId: string })[] = [];
  readonly endedVisits: (EndedVisit & { commandId: string })[] = [];
  /** Runs before a block is answered. */
  beforeAnswer: (block: Block) => Promise<void> = async () => undefined;

  async serve(url: string): Promise<() => Promise<void>> {
    const { blocks, endedVisits } = this;
    const beforeAnswer = (block: Block) => this.beforeAnswer(block);

    @Controller()
    class Auth {
      @RpcHandler(blocksRpc.methods.change)
      async change(block: Block, { commandId }: RpcContext) {
        blocks.push({ ...block, commandId });
        await beforeAnswer(block);
        return { ok: true as const };
      }

      @RpcHandler(leadAccessRpc.methods.endVisit)
      async endVisit(visit: EndedVisit, { commandId }: RpcContext) {
        endedVisits.push({ ...visit, commandId });
        return { ok: true as const };
      }
    }

    @Module({ controllers: [Auth] })
    class FakeAuthModule {}

    const groups = [
      { ...blocksRpc, methods: { change: blocksRpc.methods.change } },
      { ...leadAccessRpc, methods: { endVisit: leadAccessRpc.methods.endVisit } },
    ];
    const strategy = new RpcListServer({ url, service: blocksRpc.service, groups, logger });
    const app = await NestFactory.createMicroservice(FakeAuthModule, { strategy, logger: false });
    await app.listen();
    return () => app.close();
  }
}
