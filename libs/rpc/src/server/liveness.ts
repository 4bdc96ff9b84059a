import { randomUUID } from 'node:crypto';
import type { RpcLogger } from '../logger.js';
import { serviceKeys } from '../wire/keys.js';
import type { ScriptedRedis } from '../wire/scripts.js';
import type { RedisClock } from './redis-clock.js';

/** Milliseconds between signs of life; three fit into the time for which one is believed. */
const ANNOUNCE_MS = 1000;

/** Tells Redis that this replica serves, and learns the time of Redis by it. */
export class Liveness {
  readonly #replica = randomUUID();
  readonly #keys: ReturnType<typeof serviceKeys>;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    service: string,
    private readonly maxQueued: number,
    private readonly redis: ScriptedRedis,
    private readonly clock: RedisClock,
    /** Whether requests would be read now. */
    private readonly isReading: () => boolean,
    private readonly logger: RpcLogger,
  ) {
    this.#keys = serviceKeys(service);
  }

  /** Resolves at the first sign of life that arrives. */
  start(): Promise<void> {
    return new Promise((resolve) => {
      const announce = () => void this.#announce().then((told) => told && resolve());
      this.#timer = setInterval(announce, ANNOUNCE_MS).unref();
      this.redis.on('ready', announce);
      announce();
    });
  }

  /** Takes back the sign of life. @returns whether another replica serves on */
  async leave(): Promise<boolean> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    try {
      return (await this.redis.rpcLeave(this.#keys.alive, this.#replica)) === 1;
    } catch {
      return true;
    }
  }

  async #announce(): Promise<boolean> {
    if (this.#timer === undefined || this.redis.status !== 'ready' || !this.isReading()) return false;
    try {
      this.clock.observe(
        await this.redis.rpcAnnounce(this.#keys.alive, this.#keys.bound, this.#replica, this.maxQueued),
      );
      return true;
    } catch (error) {
      this.logger.warn({ err: error }, 'could not tell Redis that this replica serves');
      return false;
    }
  }
}
