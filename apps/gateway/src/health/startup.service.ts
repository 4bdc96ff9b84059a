import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { RpcListClient } from '@secure-preview/rpc';
import type { Readiness } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { REDIS } from '../environment.js';
import { services } from '../rpc/rpc.module.js';

const CHECK_MS = 200;

/**
 * Whether this gateway takes requests: once it has reached Redis and every service at least once, until it drains. A
 * dependency that fails later makes single requests fail; taking every gateway out at once would help nobody.
 */
@Injectable()
export class StartupService implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #reached = new Set<string>();
  #draining = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(RpcListClient) private readonly rpc: RpcListClient,
  ) {}

  onApplicationBootstrap(): void {
    const check = async (): Promise<void> => {
      for (const [name, state] of Object.entries(await this.detail()))
        if (state === 'ok') this.#reached.add(name);
      if (!this.isReady() && !this.#draining) this.#timer = setTimeout(() => void check(), CHECK_MS);
    };
    void check();
  }

  onApplicationShutdown(): void {
    this.drain();
  }

  /** From now on load balancers are told to send requests elsewhere. */
  drain(): void {
    this.#draining = true;
    clearTimeout(this.#timer);
  }

  isReady(): boolean {
    return !this.#draining && this.#reached.size === services.length + 1;
  }

  /** State of each dependency now, for the internal port. */
  async detail(): Promise<Readiness> {
    const redis = await this.redis.ping().then(
      () => 'ok',
      (error: Error) => error.message,
    );
    const served = await Promise.all(
      services.map(
        async (service) => [service, (await this.rpc.isServed(service)) ? 'ok' : 'nobody serves'] as const,
      ),
    );
    return { redis, ...Object.fromEntries(served) };
  }
}
