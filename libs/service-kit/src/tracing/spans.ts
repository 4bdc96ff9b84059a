import {
  type Attributes,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { CancelledError } from '../errors/cancelled-error.js';
import type { TraceContext } from './trace-context.js';

/** Makes the spans of this process; none are made without it. */
let tracer: Tracer | undefined;

export function traceWith(one: Tracer | undefined): void {
  tracer = one;
}

export const isTracing = (): boolean => tracer !== undefined;

const contextOf = (span: Span): TraceContext => {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 };
};

/** The span that is open now; undefined without tracing. */
export function presentTrace(): TraceContext | undefined {
  const span = tracer && trace.getActiveSpan();
  return span && contextOf(span);
}

const under = (parent: TraceContext | undefined) =>
  parent === undefined
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, {
        traceId: parent.traceId,
        spanId: parent.spanId,
        traceFlags: parent.sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
        isRemote: true,
      });

/** What went wrong, without its message: that may hold what a visitor typed. */
function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === 'string' && /^\w{1,40}$/.test(code)) return code;
  return typeof name === 'string' && /^\w{1,60}$/.test(name) ? name : 'unknown';
}

export function failSpan(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

async function ending<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(context.active(), span), work);
  } catch (error) {
    if (!(error instanceof CancelledError)) failSpan(span, errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** A consumer takes up later what was asked. */
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/**
 * Runs what was asked from another process in a span of its own, to which spans made meanwhile belong. Without tracing
 * it is just run.
 *
 * @param parent the caller's span; undefined begins a trace
 */
export function inSpanOf<T>(
  parent: TraceContext | undefined,
  { name, kind, attributes }: { name: string; kind: keyof typeof KINDS; attributes: Attributes },
  work: (span?: { trace: TraceContext; fail(type: string): void }) => Promise<T>,
): Promise<T> {
  if (!tracer) return work();
  const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, under(parent));
  return ending(span, () => work({ trace: contextOf(span), fail: (type) => failSpan(span, type) }));
}

/**
 * Runs one question to a server in a span below the present one. Where nobody records, it is just run: what happens
 * beside requests, such as health checks, begins no trace.
 */
export function inChildSpan<T>(
  name: string,
  attributes: () => Attributes,
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer || !trace.getActiveSpan()?.isRecording()) return work();
  return ending(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: attributes() }), work);
}

/** The span of a request whose end is told by an event. */
export interface RequestSpan {
  readonly trace: TraceContext;
  /** Runs `work` so that spans made by it, also later, belong to this one. */
  run(work: () => void): void;
  end(name: string, attributes: Attributes, failed: boolean): void;
}

/** Begins the span of a request; undefined without tracing. */
export function beginRequestSpan(name: string, parent: TraceContext | undefined): RequestSpan | undefined {
  if (!tracer) return undefined;
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, under(parent));
  return {
    trace: contextOf(span),
    run: (work) => context.with(trace.setSpan(context.active(), span), work),
    end: (finalName, attributes, failed) => {
      span.updateName(finalName);
      span.setAttributes(attributes);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
