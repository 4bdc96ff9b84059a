import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import type { RpcGroup } from '@secure-preview/contracts';
import { Connection } from '../connection/connection.js';
import { type RedisSource, redisFactory } from '../connection/redis-from-url.js';
import { nestRpcLogger, type RpcLogger } from '../logger.js';
import type { ServerObserver } from '../observer.js';
import { serviceKeys } from '../wire/keys.js';
import { type ScriptedRedis, withScripts } from '../wire/scripts.js';
import { Liveness } from './liveness.js';
import { RedisClock } from './redis-clock.js';
import { ReplySender } from './reply-sender.js';
import { RequestLane } from './request-lane.js';

export type RpcListServerOptions = RedisSource & {
  /** Names the request list, which all replicas of the service share. */
  service: string;
  /** Groups whose methods all need a handler; the server does not start otherwise. */
  groups?: readonly RpcGroup[];
  /** Requests that this replica runs at once, plus half as many urgent requests; default 64. */
  maxInFlight?: number;
  /** Requests that may wait in the list. When it is full, callers get `SERVICE_UNAVAILABLE`. Default 1000. */
  maxQueued?: number;
  /** Milliseconds that requests may wait in a backlogged list, before `SERVICE_UNAVAILABLE`. Default 500. */
  maxWaitMs?: number;
  /** Longest wait for requests in progress when closing, in milliseconds; default 10,000. */
  drainMs?: number;
  logger?: RpcLogger;
  /**
   * Maps an internal error to one that callers may see, such as a lost database connection to
   * `SERVICE_UNAVAILABLE`. Returns any other error unchanged.
   */
  translateError?: (error: unknown) => unknown;
  observer?: ServerObserver | undefined;
};

/** Answers the requests in one service's lists in Redis. Each request is taken by one replica only. */
export class RpcListServer extends Server implements CustomTransportStrategy {
  private readonly options: RpcListServerOptions;
  private readonly log: RpcLogger;
  private readonly commands: Connection;
  private readonly redis: ScriptedRedis;
  /** One lane for each list, the urgent one first. */
  private readonly lanes: RequestLane[] = [];
  private readonly replies: ReplySender;
  private readonly liveness: Liveness;
  private closed: Promise<void> | undefined;
  private onListening: ((error?: unknown) => void) | undefined;

  constructor(options: RpcListServerOptions) {
    super();
    const { service, groups = [], maxInFlight = 64, maxQueued = 1000, maxWaitMs = 500, observer } = options;
    const { logger = nestRpcLogger(), translateError = (error) => error } = options;
    const factory = redisFactory(options);
    const clock = new RedisClock();
    this.options = options;
    this.log = logger;
    this.commands = new Connection(factory, `rpc-${service}-commands`, logger);
    const redis = withScripts(this.commands.redis);
    this.redis = redis;
    const replies = new ReplySender(redis, logger);
    this.replies = replies;
    const handlers = this.messageHandlers;
    const dependencies = {
      factory,
      handlers,
      clock,
      redis,
      replies,
      logger,
      maxWaitMs,
      translateError,
      observer,
    };
    const keys = serviceKeys(service);
    const readsUrgent = groups.some(({ methods }) => Object.values(methods).some(({ urgent }) => urgent));
    if (readsUrgent) {
      const urgentSlots = Math.ceil(maxInFlight / 2);
      const name = `rpc-${service}-urgent-reader`;
      this.lanes.push(
        new RequestLane(dependencies, { list: keys.urgent, connectionName: name, maxInFlight: urgentSlots }),
      );
    }
    this.lanes.push(
      new RequestLane(dependencies, {
        list: keys.requests,
        connectionName: `rpc-${service}-reader`,
        maxInFlight,
        yieldsTo: this.lanes[0],
      }),
    );
    this.liveness = new Liveness(service, maxQueued, readsUrgent, redis, clock, this.lanes, logger);
  }

  /** Waits for Redis. Calls back once this replica serves, or with an error if it cannot serve. */
  async listen(callback: (error?: unknown) => void): Promise<void> {
    try {
      assertComplete(this.options, this.messageHandlers);
    } catch (error) {
      callback(error);
      return;
    }
    this.onListening = callback;
    this.commands.open();
    void Promise.all(this.lanes.map((lane) => lane.open()))
      .then(() => this.liveness.start())
      .then(() => this.listening());
  }

  /**
   * Whether callers find this replica: it announced itself in the last 3 s, while it was reading its lists.
   */
  get isServing(): boolean {
    return this.liveness.isAnnounced;
  }

  /**
   * Stops reading; resolves once all taken requests are answered. The last replica empties the lists first.
   */
  close(): Promise<void> {
    this.closed ??= this.drain();
    return this.closed;
  }

  on<EventKey extends string, Callback>(event: EventKey, callback: Callback): void {
    this.redis.on(event, callback as (...args: unknown[]) => void);
  }

  unwrap<T>(): T {
    return this.redis as T;
  }

  private listening(error?: Error): void {
    this.onListening?.(error);
    this.onListening = undefined;
  }

  private async drain(): Promise<void> {
    this.listening(new Error('The server was closed before it was ready'));
    const { drainMs = 10_000 } = this.options;
    let timer: NodeJS.Timeout | undefined;
    const drainTimeout = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.log.error({}, 'requests were still in progress when the drain timed out');
        resolve();
      }, drainMs).unref();
    });
    await Promise.race([this.drainInOrder(), drainTimeout]);
    clearTimeout(timer);
    for (const lane of this.lanes) lane.close();
    this.commands.close();
  }

  private async drainInOrder(): Promise<void> {
    const othersServe = await this.liveness.leave();
    await Promise.all(this.lanes.map((lane) => lane.drain(!othersServe)));
    await this.replies.drained();
  }
}

function assertComplete(
  { service, groups = [] }: RpcListServerOptions,
  handlers: ReadonlyMap<string, MessageHandler>,
): void {
  for (const group of groups) {
    if (group.service !== service)
      throw new Error(`The service ${service} cannot serve a method group of the service ${group.service}`);
    for (const { pattern } of Object.values(group.methods))
      if (!handlers.has(pattern)) throw new Error(`The service ${service} has no handler for ${pattern}`);
  }
}
