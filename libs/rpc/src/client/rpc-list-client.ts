import { randomUUID } from 'node:crypto';
import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import { AppError, type RpcMethod } from '@secure-preview/contracts';
import * as z from 'zod/mini';
import { Connection } from '../connection/connection.js';
import { type RedisSource, redisFactory } from '../connection/redis-from-url.js';
import type { CallContext } from '../context.js';
import { nestRpcLogger, type RpcLogger } from '../logger.js';
import type { ClientObserver } from '../observer.js';
import { isTooLarge, type RequestEnvelope, replyBatch } from '../wire/envelope.js';
import { unavailable } from '../wire/errors.js';
import { serviceKeys } from '../wire/keys.js';
import { type ScriptedRedis, withScripts } from '../wire/scripts.js';
import { Enqueuer } from './enqueuer.js';
import { PendingCall } from './pending-call.js';

export type RpcListClientOptions = RedisSource & {
  logger?: RpcLogger;
  observer?: ClientObserver;
  /** Service that calls; absent for a gateway. It is part of the name of the channel of replies. */
  caller?: string;
};

/** Current state of a service's request lists. */
export interface RpcQueue {
  /** Waiting requests. */
  readonly waiting: number;
  /** Waiting urgent requests, in a separate list. */
  readonly urgentWaiting: number;
  /** Requests that may wait; 0 while no replica serves. */
  readonly limit: number;
  /** Replicas that serve. */
  readonly replicas: number;
}

/** Sends calls to services. `createRpcClient` adds the types of a group. */
export interface RpcTransport {
  /** @throws AppError that the method declares, or one about the call itself (see `RpcListClient`) */
  call(service: string, method: RpcMethod, input: unknown, context?: CallContext): Promise<unknown>;
}

const DEFAULT_DEADLINE_MS = 5000;
const DEFAULT_ATTEMPT_MS = 2000;

/**
 * Calls services through their request lists in Redis; receives replies on its own channel. Create one per process.
 *
 * A call fails with `SERVICE_UNAVAILABLE` when the list is full, when the call waited too long in a
 * backlogged list, when no replica serves, or when a connection to Redis is lost. In the last case the
 * service may have run the call. At its deadline, a call fails with `DEADLINE_EXCEEDED`. Above 256 KB, it
 * fails with `PAYLOAD_TOO_LARGE`.
 */
export class RpcListClient extends ClientProxy implements RpcTransport {
  private readonly log: RpcLogger;
  private readonly observer: ClientObserver | undefined;
  private readonly commands: Connection;
  private readonly redis: ScriptedRedis;
  private readonly replies: Connection;
  private readonly enqueuer: Enqueuer;
  private readonly channel: string;
  private readonly pending = new Map<number, PendingCall>();
  private lastId = 0;
  private subscribed = false;
  private connected: Promise<void> | undefined;
  private onConnected: { resolve: () => void; reject: (error: AppError) => void } | undefined;

  constructor(options: RpcListClientOptions) {
    super();
    const { logger = nestRpcLogger(), caller } = options;
    this.channel = `rpc:replies:${caller === undefined ? '' : `${caller}:`}${randomUUID()}`;
    const factory = redisFactory(options);
    this.log = logger;
    this.observer = options.observer;
    this.commands = new Connection(factory, 'rpc-client-commands', logger);
    this.redis = withScripts(this.commands.redis);
    this.replies = new Connection(factory, 'rpc-client-replies', logger);
    this.enqueuer = new Enqueuer(this.redis);
    const { redis } = this.replies;
    redis.on('message', (_channel: string, message: string) => this.onReplies(message));
    this.redis.on('ready', () => this.resolveIfReady());
    redis.on('ready', () => this.subscribe());
    redis.on('close', () => this.onRepliesLost());
  }

  /** Starts connecting and keeps trying until `close`. Resolves once calls can be made. */
  connect(): Promise<void> {
    this.connected ??= new Promise((resolve, reject) => {
      this.onConnected = { resolve, reject };
      this.commands.open();
      this.replies.open();
    });
    // A caller that does not await the promise need not handle its rejection.
    this.connected.catch(() => undefined);
    return this.connected;
  }

  /** Returns whether calls can be made now. */
  isReady(): boolean {
    return this.subscribed && this.commands.isReady;
  }

  /** Returns whether at least one replica of the service serves now. */
  async isServed(service: string): Promise<boolean> {
    if (!this.commands.isReady) return false;
    try {
      return (await this.redis.rpcIsServed(serviceKeys(service).alive)) === 1;
    } catch {
      return false;
    }
  }

  /** Returns the state of a service's lists; undefined while Redis is unavailable. */
  async queueOf(service: string): Promise<RpcQueue | undefined> {
    if (!this.commands.isReady) return undefined;
    const { requests, alive, limit, urgent } = serviceKeys(service);
    try {
      const [waiting, maxWaiting, replicas, urgentWaiting] = await this.redis.rpcQueue(
        requests,
        alive,
        limit,
        urgent,
      );
      return { waiting, urgentWaiting, limit: maxWaiting, replicas };
    } catch {
      return undefined;
    }
  }

  /**
   * Starts connecting if `connect` has not been called. Calls are rejected until the connections are ready.
   */
  call(
    service: string,
    method: RpcMethod,
    input: unknown,
    context: CallContext = { requestId: randomUUID() },
  ): Promise<unknown> {
    if (!this.observer) return this.sendCall(service, method, input, context);
    const { requestId, traceparent, actor } = context;
    const { pattern } = method;
    const call = {
      service,
      pattern,
      requestId,
      ...(traceparent && { traceparent }),
      ...(actor && { actor }),
    };
    return this.observer.call(call, (spanTraceparent) =>
      this.sendCall(service, method, input, {
        ...context,
        ...(spanTraceparent && { traceparent: spanTraceparent }),
      }),
    );
  }

  private sendCall(
    service: string,
    method: RpcMethod,
    input: unknown,
    context: CallContext,
  ): Promise<unknown> {
    void this.connect();
    if (!this.isReady()) return Promise.reject(unavailable());
    this.lastId += 1;
    const id = this.lastId;
    const destination = { service, urgent: method.urgent === true };
    const { requestId, traceparent, actor, commandId = randomUUID(), withinMs } = context;
    const deadlineMs = context.deadlineMs ?? method.deadlineMs ?? DEFAULT_DEADLINE_MS;
    return new Promise((resolve, reject) => {
      const call = new PendingCall({
        method,
        request: encode({
          id,
          replyTo: this.channel,
          pattern: method.pattern,
          commandId,
          requestId,
          traceparent,
          actor,
          input,
        }),
        deadlineMs: Math.max(0, Math.min(deadlineMs, withinMs ?? Number.POSITIVE_INFINITY)),
        attemptMs: method.attemptMs ?? DEFAULT_ATTEMPT_MS,
        send: (message, done) => this.enqueuer.enqueue(destination, message, done),
        onRetry: () => this.observer?.retried?.(service),
        onSettled: (outcome) => {
          this.pending.delete(id);
          if ('error' in outcome) reject(outcome.error);
          else resolve(outcome.value);
        },
      });
      this.pending.set(id, call);
    });
  }

  /** Ends the connections. Pending calls fail with `SERVICE_UNAVAILABLE`. */
  async close(): Promise<void> {
    this.commands.close();
    this.replies.close();
    this.onRepliesLost();
    this.onConnected?.reject(unavailable());
  }

  override on<EventKey extends string, Callback>(event: EventKey, callback: Callback): void {
    this.redis.on(event, callback as (...args: unknown[]) => void);
  }

  unwrap<T>(): T {
    return this.redis as T;
  }

  /** Serves `send({ service, method }, input)`, for code that uses Nest's client. */
  protected publish({ pattern, data }: ReadPacket, callback: (packet: WritePacket) => void): () => void {
    const { service, method } = pattern as { service: string; method: RpcMethod };
    this.call(service, method, data).then(
      (response) => callback({ response, isDisposed: true }),
      (err) => callback({ err, isDisposed: true }),
    );
    return () => undefined;
  }

  protected dispatchEvent<T>(): Promise<T> {
    return Promise.reject(new Error('This transport does not support events'));
  }

  private resolveIfReady(): void {
    if (this.isReady()) this.onConnected?.resolve();
  }

  private subscribe(): void {
    const { redis } = this.replies;
    redis.subscribe(this.channel).then(
      () => {
        this.subscribed = true;
        this.resolveIfReady();
      },
      () => redis.disconnect(true),
    );
  }

  /** Fails all pending calls, because replies sent while disconnected are lost. */
  private onRepliesLost(): void {
    this.subscribed = false;
    for (const call of [...this.pending.values()]) call.fail(unavailable());
  }

  private onReplies(message: string): void {
    const replies = z.safeParse(replyBatch, parseJson(message));
    if (!replies.success) {
      this.log.error({ characters: message.length }, 'dropped replies that cannot be read');
      return;
    }
    for (const reply of replies.data) this.pending.get(reply.id)?.onReply(reply);
  }
}

function encode(request: RequestEnvelope): string {
  let json: string;
  try {
    json = JSON.stringify(request);
  } catch (error) {
    throw new AppError('INTERNAL', { cause: error });
  }
  if (isTooLarge(json)) throw new AppError('PAYLOAD_TOO_LARGE');
  return json;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
