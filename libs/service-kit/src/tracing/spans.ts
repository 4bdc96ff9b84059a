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
import type { TraceContext } from '../correlation/trace-context.js';
import { CancelledError } from '../errors/cancelled-error.js';

/** Creates the spans of this process; undefined when tracing is off. */
let tracer: Tracer | undefined;

export function setTracer(newTracer: Tracer | undefined): void {
  tracer = newTracer;
}

export const isTracing = (): boolean => tracer !== undefined;

const contextOf = (span: Span): TraceContext => {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 };
};

/** Returns the active span; undefined without tracing. */
export function currentTrace(): TraceContext | undefined {
  const span = tracer && trace.getActiveSpan();
  return span && contextOf(span);
}

const parentContext = (parent: TraceContext | undefined) =>
  parent === undefined
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, {
        traceId: parent.traceId,
        spanId: parent.spanId,
        traceFlags: parent.sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
        isRemote: true,
      });

/** Returns the code or name of an error. Omits its message, which may contain a visitor's input. */
function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === 'string' && /^\w{1,40}$/.test(code)) return code;
  return typeof name === 'string' && /^\w{1,60}$/.test(name) ? name : 'unknown';
}

export function failSpan(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

async function endSpanAfter<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(context.active(), span), work);
  } catch (error) {
    if (!(error instanceof CancelledError)) failSpan(span, errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** `consumer`: work that runs after its request was answered. */
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/**
 * Runs work that another process requested, in a span that is the parent of all spans created during the work.
 * Without tracing, it only runs the work.
 *
 * @param parent the caller's span; undefined starts a trace
 */
export function inSpanOf<T>(
  parent: TraceContext | undefined,
  { name, kind, attributes }: { name: string; kind: keyof typeof KINDS; attributes: Attributes },
  work: (span?: { trace: TraceContext; fail(type: string): void }) => Promise<T>,
): Promise<T> {
  if (!tracer) return work();
  const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parentContext(parent));
  return endSpanAfter(span, () => work({ trace: contextOf(span), fail: (type) => failSpan(span, type) }));
}

/**
 * Runs one query to a server in a child of the active span. Without a recorded span, it only runs the query:
 * work outside of requests, such as health checks, starts no trace.
 */
export function inChildSpan<T>(
  name: string,
  attributes: () => Attributes,
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer || !trace.getActiveSpan()?.isRecording()) return work();
  return endSpanAfter(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: attributes() }), work);
}

/** The span of a request. The caller ends it with `end`. */
export interface RequestSpan {
  readonly trace: TraceContext;
  /** Runs `work`. All spans that it creates, even later, are children of this span. */
  run(work: () => void): void;
  end(name: string, attributes: Attributes, failed: boolean): void;
}

/** Starts the span of a request; returns undefined without tracing. */
export function beginRequestSpan(name: string, parent: TraceContext | undefined): RequestSpan | undefined {
  if (!tracer) return undefined;
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parentContext(parent));
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
