import { performance } from 'node:perf_hooks';
import { AppError } from '@secure-preview/contracts';
import type { Actor, RpcContext } from '../context.js';
import type { RequestEnvelope } from '../wire/envelope.js';

/** Context of one handler run. Creates the abort signal only when the handler reads it. */
export class HandlerContext implements RpcContext {
  readonly commandId: string;
  readonly requestId: string;
  readonly traceparent?: string;
  readonly actor?: Actor;
  private readonly deadline: number;
  private deadlineSignal: AbortSignal | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** @param leftMs milliseconds to the caller's deadline */
  constructor(request: RequestEnvelope, leftMs: number) {
    this.commandId = request.commandId;
    this.requestId = request.requestId;
    if (request.traceparent !== undefined) this.traceparent = request.traceparent;
    if (request.actor !== undefined) this.actor = request.actor as Actor;
    this.deadline = performance.now() + leftMs;
  }

  get signal(): AbortSignal {
    this.deadlineSignal ??= this.abortAtDeadline();
    return this.deadlineSignal;
  }

  /** Cancels the timer of the signal. Call it when the handler is done. */
  end(): void {
    clearTimeout(this.timer);
  }

  private abortAtDeadline(): AbortSignal {
    const controller = new AbortController();
    const abort = () => controller.abort(new AppError('DEADLINE_EXCEEDED'));
    const leftMs = this.deadline - performance.now();
    if (leftMs <= 0) abort();
    else this.timer = setTimeout(abort, leftMs).unref();
    return controller.signal;
  }
}
