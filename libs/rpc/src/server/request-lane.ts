import type { MessageHandler } from '@nestjs/microservices';
import { Connection } from '../connection/connection.js';
import type { RedisFactory } from '../connection/redis-from-url.js';
import type { RpcLogger } from '../logger.js';
import type { ServerObserver } from '../observer.js';
import type { ScriptedRedis } from '../wire/scripts.js';
import { QueueDelayController } from './queue-delay-controller.js';
import type { RedisClock } from './redis-clock.js';
import type { ReplySender } from './reply-sender.js';
import { RequestAnswerer } from './request-answerer.js';
import { RequestReader } from './request-reader.js';

/** Dependencies that the lanes of a server share. */
export interface LaneDependencies {
  factory: RedisFactory;
  handlers: ReadonlyMap<string, MessageHandler>;
  clock: RedisClock;
  redis: ScriptedRedis;
  replies: ReplySender;
  logger: RpcLogger;
  maxWaitMs: number;
  translateError: (error: unknown) => unknown;
  observer: ServerObserver | undefined;
}

interface LaneOptions {
  list: string;
  /** Name of the connection that waits for requests. */
  connectionName: string;
  maxInFlight: number;
  yieldsTo?: RequestLane | undefined;
}

/** Answers the requests of one list. Waits for them over its own connection. */
export class RequestLane {
  private readonly connection: Connection;
  private readonly reader: RequestReader;
  private readonly queue: QueueDelayController;
  private readonly redis: ScriptedRedis;

  constructor(dependencies: LaneDependencies, { list, connectionName, maxInFlight, yieldsTo }: LaneOptions) {
    const { factory, logger, maxWaitMs, redis } = dependencies;
    this.redis = redis;
    // The blocking read ends after 1 s. The client's timeout is a safeguard.
    this.connection = new Connection(factory, connectionName, logger, {
      blockingTimeout: 10_000,
      blockingTimeoutGrace: 10_000,
    });
    this.queue = new QueueDelayController(maxWaitMs);
    const answerer = new RequestAnswerer({ ...dependencies, queue: this.queue });
    this.reader = new RequestReader({
      connection: this.connection,
      list,
      maxInFlight,
      yieldsTo: yieldsTo ? yieldsTo.reader : undefined,
      onItem: (item) => answerer.answer(item),
    });
  }

  get isReady(): boolean {
    return this.connection.isReady;
  }

  onReady(listener: () => void): void {
    this.connection.redis.on('ready', listener);
  }

  /** Starts reading. Resolves once the connection to Redis is ready. */
  open(): Promise<void> {
    const ready = new Promise<void>((resolve) => this.connection.redis.once('ready', () => resolve()));
    this.connection.open();
    this.reader.start();
    return ready;
  }

  /** Resolves once all taken requests are answered; with `emptyList`, also all requests in the list. */
  async drain(emptyList: boolean): Promise<void> {
    const reader = this.reader;
    reader.stop({ emptyList });
    if (emptyList) this.queue.end();
    const { clientId } = reader;
    if (clientId !== undefined) await this.redis.client('UNBLOCK', clientId).catch(() => undefined);
    await reader.stopped();
    await reader.idle();
  }

  close(): void {
    this.reader.stop({ emptyList: false });
    this.connection.close();
  }
}
