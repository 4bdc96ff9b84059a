import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import type { RpcGroup } from '@secure-preview/contracts';
import { Connection } from '../connection/connection.js';
import { type RedisSource, redisFactory } from '../connection/redis-from-url.js';
import { nestRpcLogger, type RpcLogger } from '../logger.js';
import { serviceKeys } from '../wire/keys.js';
import { type ScriptedRedis, withScripts } from '../wire/scripts.js';
import { Liveness } from './liveness.js';
import { RedisClock } from './redis-clock.js';
import { ReplySender } from './reply-sender.js';
import { RequestAnswerer } from './request-answerer.js';
import { RequestReader } from './request-reader.js';

export type RpcListServerOptions = RedisSource & {
  /** Names the request list, which all replicas of the service share. */
  service: string;
  /** Groups that must be answered in full; the server refuses to start otherwise. */
  groups?: readonly RpcGroup[];
  /** Requests that this replica works on at once. */
  maxInFlight?: number;
  /** Requests that may wait in the list; above, callers get `SERVICE_UNAVAILABLE`. */
  maxQueued?: number;
  /** Longest wait, in milliseconds, for requests under way when closing. */
  drainMs?: number;
  logger?: RpcLogger;
  /**
   * Turns an error that no caller may see into one that it may, such as a lost database into
   * `SERVICE_UNAVAILABLE`; returns any other as it is.
   */
  translateError?: (error: unknown) => unknown;
};

/** Answers the requests of one service from its list in Redis; each request is taken by one replica only. */
export class RpcListServer extends Server implements CustomTransportStrategy {
  readonly #options: RpcListServerOptions;
  readonly #log: RpcLogger;
  readonly #commands: Connection;
  readonly #redis: ScriptedRedis;
  readonly #reading: Connection;
  readonly #reader: RequestReader;
  readonly #replies: ReplySender;
  readonly #liveness: Liveness;
  #closed: Promise<void> | undefined;
  #onListening: ((error?: unknown) => void) | undefined;

  constructor(options: RpcListServerOptions) {
    super();
    const { service, maxInFlight = 64, maxQueued = 1000, logger = nestRpcLogger() } = options;
    const factory = redisFactory(options);
    const clock = new RedisClock();
    this.#options = options;
    this.#log = logger;
    this.#commands = new Connection(factory, `rpc-${service}-commands`, logger);
    this.#redis = withScripts(this.#commands.redis);
    // The waiting read ends by itself after a second; the client's own limit is only there should it not.
    this.#reading = new Connection(factory, `rpc-${service}-reader`, logger, {
      blockingTimeout: 10_000,
      blockingTimeoutGrace: 10_000,
    });
    this.#replies = new ReplySender(this.#redis, logger);
    const answerer = new RequestAnswerer({
      handlers: this.messageHandlers,
      clock,
      redis: this.#redis,
      replies: this.#replies,
      logger,
      translateError: options.translateError ?? ((error) => error),
    });
    this.#reader = new RequestReader({
      connection: this.#reading,
      list: serviceKeys(service).requests,
      maxInFlight,
      onItem: (item) => answerer.answer(item),
    });
    this.#liveness = new Liveness(
      service,
      maxQueued,
      this.#redis,
      clock,
      () => this.#reading.isReady,
      logger,
    );
  }

  /** Calls back once this replica serves; while Redis is away that is later. */
  async listen(callback: (error?: unknown) => void): Promise<void> {
    try {
      assertComplete(this.#options, this.messageHandlers);
    } catch (error) {
      callback(error);
      return;
    }
    this.#onListening = callback;
    this.#commands.open();
    this.#reading.open();
    this.#reader.start();
    this.#reading.redis.once('ready', () => void this.#liveness.start().then(() => this.#listening()));
  }

  /** Stops reading, then resolves when all requests taken are answered. The last replica first empties the list. */
  close(): Promise<void> {
    this.#closed ??= this.#drain();
    return this.#closed;
  }

  on<EventKey extends string, Callback>(event: EventKey, callback: Callback): void {
    this.#redis.on(event, callback as (...args: unknown[]) => void);
  }

  unwrap<T>(): T {
    return this.#redis as T;
  }

  #listening(error?: Error): void {
    this.#onListening?.(error);
    this.#onListening = undefined;
  }

  async #drain(): Promise<void> {
    this.#listening(new Error('The server was closed before it could serve'));
    const { drainMs = 10_000 } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.#log.error({}, 'requests are still under way at the end of the drain');
        resolve();
      }, drainMs).unref();
    });
    await Promise.race([this.#drainInOrder(), tooLong]);
    clearTimeout(timer);
    this.#reader.stop({ emptyList: false });
    this.#reading.close();
    this.#commands.close();
  }

  async #drainInOrder(): Promise<void> {
    const othersServe = await this.#liveness.leave();
    this.#reader.stop({ emptyList: !othersServe });
    const { clientId } = this.#reader;
    if (clientId !== undefined) await this.#redis.client('UNBLOCK', clientId).catch(() => undefined);
    await this.#reader.stopped();
    await this.#reader.idle();
    await this.#replies.drained();
  }
}

function assertComplete(
  { service, groups = [] }: RpcListServerOptions,
  handlers: ReadonlyMap<string, MessageHandler>,
): void {
  for (const group of groups) {
    if (group.service !== service)
      throw new Error(`The service ${service} cannot answer a group of the service ${group.service}`);
    for (const { pattern } of Object.values(group.methods))
      if (!handlers.has(pattern)) throw new Error(`The service ${service} has no handler for ${pattern}`);
  }
}
