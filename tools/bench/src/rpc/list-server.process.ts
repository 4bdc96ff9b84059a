import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import { RpcHandler, RpcListServer, type RpcServer } from '@secure-preview/rpc';
import { benchRpc, type Message, WORK_MS } from './contract.js';
import { count, redisUrl, serve } from './serve.js';

@Controller()
class BenchController implements RpcServer<typeof benchRpc> {
  @RpcHandler(benchRpc.methods.echo)
  async echo(message: Message) {
    count();
    return message;
  }

  @RpcHandler(benchRpc.methods.work)
  async work(message: Message) {
    count();
    await delay(WORK_MS);
    return message;
  }
}

await serve(BenchController, {
  strategy: new RpcListServer({ url: redisUrl(), service: benchRpc.service, groups: [benchRpc] }),
});
