import { randomUUID } from 'node:crypto';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DAY_MS } from '@secure-preview/contracts';
import { RpcListClient } from '@secure-preview/rpc';
import { type Logger, RepeatingTask } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { LOGGER, REDIS } from '../environment.js';
import { LEAD_ACCESS, type LeadAccessClient, PEOPLE, type PeopleClient } from '../rpc/rpc.module.js';

/** Milliseconds between two checks whether a day has passed. */
const CHECK_MS = 5000;
/** Redis key that exists for a day after a comparison by any gateway. */
export const COMPARED = 'portal:staff-compared';
/** Limit for a call in milliseconds; a shutdown may wait for it. */
const CALL_MS = 5000;

/**
 * Compares once a day which leads are staff according to auth-service, and takes those out of the figures that still
 * count. `StaffLeadsService` does so at once, but its call may fail.
 */
@Injectable()
export class StaffComparisonService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly comparing: RepeatingTask;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(RpcListClient) private readonly transport: RpcListClient,
    @Inject(LEAD_ACCESS) private readonly access: LeadAccessClient,
    @Inject(PEOPLE) private readonly people: PeopleClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.comparing = new RepeatingTask(
      () => this.compareDaily(),
      CHECK_MS,
      (error) => logger.warn({ err: error }, 'cannot compare staff: some of their visits may still count'),
    );
  }

  onApplicationBootstrap(): void {
    this.comparing.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.comparing.stop();
  }

  /** Gateways that begin at the same moment all compare, which changes nothing. */
  private async compareDaily(): Promise<void> {
    if (this.redis.status !== 'ready' || !this.transport.isReady()) return;
    if ((await this.redis.exists(COMPARED)) === 1) return;
    await this.compare();
    await this.redis.set(COMPARED, 1, 'PX', DAY_MS);
  }

  /** Takes all leads of staff out of the figures. */
  async compare(): Promise<void> {
    let after: string | null = null;
    let total = 0;
    do {
      const context = { requestId: randomUUID(), withinMs: CALL_MS };
      const { leadIds }: { leadIds: string[] } = await this.access.staff({ after }, context);
      const { marked } = await this.people.markAllStaff({ leadIds }, context);
      total += marked;
      after = leadIds.at(-1) ?? null;
    } while (after !== null);
    if (total > 0) this.logger.info({ leads: total }, 'took leads of staff out of the figures');
  }
}
