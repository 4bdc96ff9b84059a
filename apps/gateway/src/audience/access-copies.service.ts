import { randomUUID } from 'node:crypto';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { redisKeys } from '@secure-preview/contracts';
import { RpcListClient } from '@secure-preview/rpc';
import { type Logger, RepeatingTask } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { LOGGER, REDIS } from '../environment.js';
import { PEOPLE, type PeopleClient } from '../rpc/rpc.module.js';
import { PersonBlocksService } from './person-blocks.service.js';

/** Milliseconds between two rounds. Only one gateway begins a round in this time. */
const ROUND_MS = 3000;
/** Limit for a call in milliseconds; a shutdown may wait for it. */
const CALL_MS = 5000;
/** Redis key that the gateway of the present round sets. */
const ROUND = 'portal:access-copies-round';

/**
 * Keeps the copies of the access that analytics-service sorts people by. It names the people who have to be compared
 * with the blocks of auth-service, so a change is not lost when a gateway is killed.
 */
@Injectable()
export class AccessCopiesService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private isStopping = false;
  private readonly comparing: RepeatingTask;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(RpcListClient) private readonly transport: RpcListClient,
    @Inject(PEOPLE) private readonly people: PeopleClient,
    private readonly blocks: PersonBlocksService,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.comparing = new RepeatingTask(
      () => this.round(),
      ROUND_MS,
      (error) =>
        logger.warn({ err: error }, 'cannot compare people with the blocks: their access is outdated'),
    );
  }

  onApplicationBootstrap(): void {
    this.comparing.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    return this.comparing.stop();
  }

  private async round(): Promise<void> {
    if (this.redis.status !== 'ready' || !this.transport.isReady()) return;
    // Read before the blocks: these then include at least the changes up to this number.
    const published = await this.redis.get(redisKeys.blockRulesVersion);
    if (published === null || !(await this.redis.set(ROUND, 1, 'PX', ROUND_MS, 'NX'))) return;
    while (!this.isStopping && (await this.comparePage(Number(published)))) {
      // Two gateways with different numbers would compare the same people for ever.
      if ((await this.redis.get(redisKeys.blockRulesVersion)) !== published) return;
      await this.redis.set(ROUND, 1, 'PX', ROUND_MS);
    }
  }

  /** Returns false if nobody had to be compared. */
  private async comparePage(version: number): Promise<boolean> {
    const context = { requestId: randomUUID(), withinMs: CALL_MS };
    const { people } = await this.people.accessToCheck({ version }, context);
    if (people.length === 0) return false;
    const blocks = await this.blocks.concerning(people, context);
    const compared = people.map(({ id, networks }, index) => ({
      id,
      blocked: (blocks[index] ?? []).length > 0,
      networks: networks.length,
    }));
    await this.people.setAccess({ version, people: compared }, context);
    return true;
  }
}
