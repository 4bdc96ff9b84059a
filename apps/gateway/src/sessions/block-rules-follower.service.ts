import { Inject, Injectable } from '@nestjs/common';
import { type blocksRpc, type RpcOutput, redisKeys } from '@secure-preview/contracts';
import { type CallContext, RpcListClient } from '@secure-preview/rpc';
import type { Logger } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { LOGGER, REDIS } from '../environment.js';
import { VersionFollower } from '../following/version-follower.js';
import { BLOCKS, type BlocksClient } from '../rpc/rpc.module.js';
import { AccessRules } from './access-rules.js';

type BlockRules = RpcOutput<typeof blocksRpc.methods.rules>;

/** Follows the blocked domains and networks. */
@Injectable()
export class BlockRulesFollowerService extends VersionFollower<BlockRules> {
  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(RpcListClient) transport: RpcListClient,
    @Inject(BLOCKS) private readonly blocks: BlocksClient,
    @Inject(LOGGER) logger: Logger,
    private readonly rules: AccessRules,
  ) {
    super({ redis, transport, logger, key: redisKeys.blockRulesVersion, what: 'the blocks' });
  }

  protected override read(context: CallContext): Promise<BlockRules> {
    return this.blocks.rules({}, context);
  }

  protected override apply(rules: BlockRules): void {
    this.rules.setBlocks(rules);
  }
}
