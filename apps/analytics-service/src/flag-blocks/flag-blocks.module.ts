import {
  type DynamicModule,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { blocksRpc, leadAccessRpc, type RpcGroup } from '@secure-preview/contracts';
import { createRpcClient, RpcListClient, redisFromUrl } from '@secure-preview/rpc';
import { type Logger, observeClient, watchRedis } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import { AutomaticBlocksService, BLOCKS, LEAD_ACCESS } from './automatic-blocks.service.js';
import { FlagBlockRepository } from './flag-block.repository.js';

/** Connects to auth-service, which stores the blocks. */
@Module({})
class FlagBlocksModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(@Inject(RpcListClient) private readonly transport: RpcListClient) {}

  /** Connects in the background: the service must start even while Redis is unavailable. */
  onApplicationBootstrap(): void {
    void this.transport.connect().catch(() => undefined);
  }

  onApplicationShutdown(): Promise<void> {
    return this.transport.close();
  }
}

const client = (provide: symbol, group: RpcGroup) => ({
  provide,
  inject: [RpcListClient],
  useFactory: (transport: RpcListClient) => createRpcClient<RpcGroup>(group, transport),
});

/** Creates the module of automatic blocks. @param redisUrl Redis of the calls between services */
export const flagBlocksModule = (redisUrl: string, logger: Logger): DynamicModule => ({
  module: FlagBlocksModule,
  providers: [
    { provide: LOGGER, useValue: logger },
    {
      provide: RpcListClient,
      useFactory: () =>
        new RpcListClient({
          connection: (options) => watchRedis(redisFromUrl(redisUrl, options)),
          logger,
          observer: observeClient(logger),
          caller: 'analytics',
        }),
    },
    client(BLOCKS, blocksRpc),
    client(LEAD_ACCESS, leadAccessRpc),
    FlagBlockRepository,
    AutomaticBlocksService,
  ],
});
