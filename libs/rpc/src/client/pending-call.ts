import { performance } from 'node:perf_hooks';
import { AppError, type RpcMethod } from '@secure-preview/contracts';
import { type ReceivedReply, requestMessage } from '../wire/envelope.js';
import { fromWire, unavailable } from '../wire/errors.js';
import type { Enqueued } from './enqueuer.js';

/** Seconds until a caller should retry when no replica serves: about the time that a replica takes to start. */
const NO_REPLICA_RETRY_SECONDS = 2;

interface PendingCallOptions {
  method: RpcMethod;
  /** The request as JSON, which both attempts send. */
  request: string;
  deadlineMs: number;
  attemptMs: number;
  /** Puts a request message into the list. */
  send: (message: string, done: (outcome: Enqueued) => void) => void;
  /** Called when the first attempt got no answer in time. */
  onRetry: () => void;
  /** Called once, when the call is over. */
  onSettled: (outcome: { value: unknown } | { error: AppError }) => void;
}

/** One pending call: sent again if the first attempt gets no answer in time, failed at its deadline. */
export class PendingCall {
  private readonly options: PendingCallOptions;
  private readonly deadline: number;
  private timer: NodeJS.Timeout | undefined;
  private attempts = 0;
  private hasNoReplica = false;
  private settled = false;

  constructor(options: PendingCallOptions) {
    this.options = options;
    this.deadline = performance.now() + options.deadlineMs;
    this.send();
  }

  onReply(reply: ReceivedReply): void {
    if (reply.error === undefined) this.settle({ value: reply.value });
    else this.fail(fromWire(reply.error, this.options.method));
  }

  fail(error: AppError): void {
    this.settle({ error });
  }

  private send(): void {
    this.attempts += 1;
    const attempt = this.attempts;
    const { request, attemptMs, send } = this.options;
    const leftMs = this.deadline - performance.now();
    send(requestMessage(leftMs, request), (outcome) => this.onEnqueued(outcome, attempt));
    const shouldRetry = attempt === 1 && attemptMs < leftMs;
    this.timer = setTimeout(
      () => (shouldRetry ? this.retry() : this.fail(this.deadlineError())),
      shouldRetry ? attemptMs : leftMs,
    ).unref();
  }

  private retry(): void {
    this.options.onRetry();
    this.send();
  }

  private onEnqueued(outcome: Enqueued, attempt: number): void {
    if (outcome === 'queued') return;
    const hasNoReplica = outcome === 'no-replica';
    if (attempt === 1) this.fail(hasNoReplica ? unavailable(NO_REPLICA_RETRY_SECONDS) : unavailable());
    // If the retry could not be queued, a replica that is shutting down may still answer the first attempt.
    else this.hasNoReplica = hasNoReplica;
  }

  private deadlineError(): AppError {
    return this.hasNoReplica ? unavailable(NO_REPLICA_RETRY_SECONDS) : new AppError('DEADLINE_EXCEEDED');
  }

  private settle(outcome: { value: unknown } | { error: AppError }): void {
    if (this.settled) return;
    this.settled = true;
    clearTimeout(this.timer);
    this.options.onSettled(outcome);
  }
}
