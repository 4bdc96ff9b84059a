import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { RpcListClient } from '@secure-preview/rpc';
import { type Checks, type Readiness, statesOf } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { REDIS } from '../environment.js';
import { services } from '../rpc/rpc.module.js';

const CHECK_INTERVAL_MS = 200;
const POLL_INTERVAL_MS = 10;

/**
 * Tracks whether this gateway is ready for requests. It becomes ready when it has reached Redis and every
 * service once, and stays ready until it drains. A dependency that fails later does not end readiness:
 * the load balancer would remove all gateways at once.
 */
@Injectable()
export class StartupService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly reachedDependencies = new Set<string>();
  private draining = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(RpcListClient) private readonly rpc: RpcListClient,
  ) {}

  onApplicationBootstrap(): void {
    const check = async (): Promise<void> => {
      for (const [name, state] of Object.entries(await this.detail()))
        if (state === 'ok' && this.rpc.isReady()) this.reachedDependencies.add(name);
      if (!this.isReady() && !this.draining) this.timer = setTimeout(() => void check(), CHECK_INTERVAL_MS);
    };
    void check();
  }

  onApplicationShutdown(): void {
    this.drain();
  }

  /** Ends readiness, which makes load balancers send requests to other gateways. */
  drain(): void {
    this.draining = true;
    clearTimeout(this.timer);
  }

  isReady(): boolean {
    return !this.draining && this.reachedDependencies.size === services.length + 1;
  }

  /** Resolves once this gateway is ready, or at the deadline. */
  async waitUntilReady(deadlineMs: number): Promise<void> {
    const end = performance.now() + deadlineMs;
    while (!this.isReady() && performance.now() < end) await sleep(POLL_INTERVAL_MS);
  }

  /** Returns one check for each dependency. */
  checks(): Checks {
    const serviceChecks = services.map((service) => [
      service,
      async () => ((await this.rpc.isServed(service)) ? 'ok' : 'no replica'),
    ]);
    return { redis: () => this.redis.ping().then(() => 'ok'), ...Object.fromEntries(serviceChecks) };
  }

  /** Returns the current state of each dependency. */
  detail(): Promise<Readiness> {
    return statesOf(this.checks());
  }
}
