import type { MessageHandler } from '@nestjs/microservices';
import type { RpcMethod } from '@secure-preview/contracts';
import { isObservable, lastValueFrom } from 'rxjs';
import type { Actor } from '../context.js';
import type { RpcLogger } from '../logger.js';
import type { CallOutcome, IncomingCall, ServerObserver } from '../observer.js';
import {
  isTooLarge,
  parseQueued,
  type QueuedRequest,
  type ReplyEnvelope,
  type RequestEnvelope,
} from '../wire/envelope.js';
import { toWire, unavailable } from '../wire/errors.js';
import type { ScriptedRedis } from '../wire/scripts.js';
import { HandlerContext } from './handler-context.js';
import type { QueueDelayController } from './queue-delay-controller.js';
import type { RedisClock } from './redis-clock.js';
import type { ReplySender } from './reply-sender.js';
import { METHOD_EXTRA } from './rpc-handler.js';

interface AnswererOptions {
  handlers: ReadonlyMap<string, MessageHandler>;
  clock: RedisClock;
  redis: ScriptedRedis;
  replies: ReplySender;
  logger: RpcLogger;
  /** Maps an internal error to one that callers may see; returns any other error unchanged. */
  translateError: (error: unknown) => unknown;
  observer?: ServerObserver | undefined;
  /** Delay controller of the list that the requests come from. */
  queue: QueueDelayController;
}

/** Runs the handlers of requests and sends replies. Callers see only errors that the contract allows. */
export class RequestAnswerer {
  private readonly options: AnswererOptions;
  /** Calls in progress, so the second attempt of a call does not run in parallel with the first. */
  private readonly running = new Set<string>();

  constructor(options: AnswererOptions) {
    this.options = options;
  }

  /** Never rejects. */
  async answer(item: string): Promise<void> {
    const { logger, observer } = this.options;
    const queued = parseQueued(item);
    if (queued === undefined) {
      logger.error({ bytes: item.length }, 'dropped a request that cannot be read');
      return;
    }
    const { request } = queued;
    const call = `${request.replyTo} ${request.id}`;
    if (this.running.has(call)) return;
    this.running.add(call);
    try {
      const leftMs = await this.leftMs(queued);
      const incoming = this.describe(queued);
      if (leftMs <= 0) return void observer?.expired?.(incoming);
      if (this.options.queue.shouldReject(incoming.waitedMs)) return this.refuse(request, incoming);
      const answer = () => this.reply(request, leftMs, isTooLarge(item));
      await (observer ? observer.serve(incoming, answer) : answer());
    } finally {
      this.running.delete(call);
    }
  }

  private describe({ enqueuedAt, request }: QueuedRequest): IncomingCall {
    const { handlers, clock } = this.options;
    const { pattern, requestId, traceparent, actor } = request;
    return {
      pattern: handlers.has(pattern) ? pattern : 'unknown',
      requestId,
      waitedMs: Math.max(0, clock.now() - enqueuedAt),
      ...(traceparent === undefined ? {} : { traceparent }),
      ...(actor === undefined ? {} : { actor: actor as Actor }),
    };
  }

  private refuse({ id, replyTo }: RequestEnvelope, incoming: IncomingCall): void {
    const { code, params } = unavailable();
    this.options.replies.send(replyTo, JSON.stringify({ id, error: { code, params } }));
    this.options.observer?.refused?.(incoming);
  }

  private async reply(request: RequestEnvelope, leftMs: number, tooLarge: boolean): Promise<CallOutcome> {
    const reply: ReplyEnvelope = tooLarge
      ? { id: request.id, error: { code: 'PAYLOAD_TOO_LARGE' } }
      : await this.run(request, leftMs);
    const { json, outcome } = this.encode(reply, request);
    this.options.replies.send(request.replyTo, json);
    return outcome;
  }

  /** Returns milliseconds to the caller's deadline; 0 or less when it passed while the request waited. */
  private async leftMs({ enqueuedAt, ttlMs }: QueuedRequest): Promise<number> {
    const { clock, redis } = this.options;
    const left = () => ttlMs - Math.max(0, clock.now() - enqueuedAt);
    if (left() > 0) return left();
    // Reads the time again before it discards a request, since the clock of Redis may have been set back.
    try {
      const [seconds, microseconds] = await redis.time();
      clock.observe(Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000));
    } catch {
      // Without Redis, no reply can be sent either.
    }
    return left();
  }

  private async run(request: RequestEnvelope, leftMs: number): Promise<ReplyEnvelope> {
    const { id, pattern, requestId } = request;
    const handler = this.options.handlers.get(pattern);
    if (handler === undefined) {
      this.options.logger.error({ requestId, pattern }, 'no handler for this pattern');
      return { id, error: { code: 'INTERNAL' } };
    }
    const context = new HandlerContext(request, leftMs);
    try {
      const answer: unknown = await handler(request.input, context);
      return { id, value: isObservable(answer) ? await lastValueFrom(answer) : answer };
    } catch (error) {
      const method = handler.extras?.[METHOD_EXTRA] as RpcMethod | undefined;
      const visible = method && toWire(this.options.translateError(error), method);
      if (visible?.code === 'SERVICE_UNAVAILABLE')
        this.options.logger.warn({ err: error, requestId, pattern }, 'remote call answered as unavailable');
      if (visible) return { id, error: visible };
      this.options.logger.error({ err: error, requestId, pattern }, 'remote call failed');
      return { id, error: { code: 'INTERNAL' } };
    } finally {
      context.end();
    }
  }

  private encode(
    reply: ReplyEnvelope,
    { requestId, pattern }: RequestEnvelope,
  ): { json: string; outcome: CallOutcome } {
    const { logger } = this.options;
    try {
      const json = JSON.stringify(reply);
      if (!isTooLarge(json)) return { json, outcome: reply.error?.code ?? 'ok' };
      logger.error({ requestId, pattern, characters: json.length }, 'the answer is too large to send');
    } catch (error) {
      logger.error({ err: error, requestId, pattern }, 'the answer cannot be written as JSON');
    }
    return { json: JSON.stringify({ id: reply.id, error: { code: 'INTERNAL' } }), outcome: 'INTERNAL' };
  }
}
