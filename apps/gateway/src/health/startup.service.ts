import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { RpcListClient } from '@secure-preview/rpc';
import { type Checks, type Readiness, statesOf } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { REDIS } from '../environment.js';
import { services } from '../rpc/rpc.module.js';

const CHECK_MS = 200;
const LOOK_MS = 10;

/**
 * Tracks whether this gateway takes requests. It does so from its first contact with Redis and every service
 * until it drains. A dependency that fails later fails single requests only: removing all gateways from the
 * load balancer would not help.
 */
@Injectable()
export class StartupService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly reachedServices = new Set<string>();
  private draining = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(RpcListClient) private readonly rpc: RpcListClient,
  ) {}

  onApplicationBootstrap(): void {
    const check = async (): Promise<void> => {
      for (const [name, state] of Object.entries(await this.detail()))
        if (state === 'ok' && this.rpc.isReady()) this.reachedServices.add(name);
      if (!this.isReady() && !this.draining) this.timer = setTimeout(() => void check(), CHECK_MS);
    };
    void check();
  }

  onApplicationShutdown(): void {
    this.drain();
  }

  /** Ends readiness, so that load balancers send requests elsewhere. */
  drain(): void {
    this.draining = true;
    clearTimeout(this.timer);
  }

  isReady(): boolean {
    return !this.draining && this.reachedServices.size === services.length + 1;
  }

  /** Resolves once this gateway takes requests, or at the deadline. */
  async reached(deadlineMs: number): Promise<void> {
    const end = performance.now() + deadlineMs;
    while (!this.isReady() && performance.now() < end) await sleep(LOOK_MS);
  }

  /** Returns one check for each dependency. */
  checks(): Checks {
    const served = services.map((service) => [
      service,
      async () => ((await this.rpc.isServed(service)) ? 'ok' : 'nobody serves'),
    ]);
    return { redis: () => this.redis.ping().then(() => 'ok'), ...Object.fromEntries(served) };
  }

  /** Returns the current state of each dependency. */
  detail(): Promise<Readiness> {
    return statesOf(this.checks());
  }
}
