import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { RpcListClient } from '@secure-preview/rpc';
import { type Checks, pause, type Readiness, statesOf } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { REDIS } from '../environment.js';
import { services } from '../rpc/rpc.module.js';
import { BlockRulesFollowerService } from '../sessions/block-rules-follower.service.js';
import { SettingsFollowerService } from '../settings/settings-follower.service.js';

const CHECK_INTERVAL_MS = 200;

/**
 * Tracks whether this gateway is ready for requests. It becomes ready when it has reached Redis and every
 * service once and has read the settings and blocks, and stays ready until it drains. A dependency that fails
 * later does not end readiness: the load balancer would remove all gateways at once.
 */
@Injectable()
export class StartupService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly reachedDependencies = new Set<string>();
  /** Aborts once every dependency was reached. */
  private readonly allReached = new AbortController();
  private readonly draining = new AbortController();

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(RpcListClient) private readonly rpc: RpcListClient,
    private readonly settings: SettingsFollowerService,
    private readonly blocks: BlockRulesFollowerService,
  ) {}

  onApplicationBootstrap(): void {
    void this.reachDependencies();
  }

  onApplicationShutdown(): void {
    this.drain();
  }

  /** Ends readiness, which makes load balancers send requests to other gateways. */
  drain(): void {
    this.draining.abort();
  }

  isReady(): boolean {
    return !this.draining.signal.aborted && this.allReached.signal.aborted;
  }

  /** Resolves once every dependency was reached, or at the deadline. */
  waitUntilReady(deadlineMs: number): Promise<void> {
    return pause(deadlineMs, this.allReached.signal);
  }

  private async reachDependencies(): Promise<void> {
    const { signal } = this.draining;
    for (; !this.allReached.signal.aborted && !signal.aborted; await pause(CHECK_INTERVAL_MS, signal)) {
      const states = Object.entries(await this.detail());
      for (const [name, state] of states)
        if (state === 'ok' && this.rpc.isReady()) this.reachedDependencies.add(name);
      if (this.reachedDependencies.size === states.length) this.allReached.abort();
    }
  }

  /** Returns one check for each dependency. */
  checks(): Checks {
    const serviceChecks = services.map((service) => [
      service,
      async () => ((await this.rpc.isServed(service)) ? 'ok' : 'no replica'),
    ]);
    return {
      redis: () => this.redis.ping().then(() => 'ok'),
      settings: () => (this.settings.isKnown ? 'ok' : 'not read yet'),
      blocks: () => (this.blocks.isKnown ? 'ok' : 'not read yet'),
      ...Object.fromEntries(serviceChecks),
    };
  }

  /** Returns the current state of each dependency. */
  detail(): Promise<Readiness> {
    return statesOf(this.checks());
  }
}
