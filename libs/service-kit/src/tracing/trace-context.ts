import { randomUUID } from 'node:crypto';

/** A place in a trace, as W3C Trace Context names it. */
export interface TraceContext {
  /** 32 hexadecimal digits, the same for all that one request causes. */
  readonly traceId: string;
  /** 16 hexadecimal digits: the span that is the parent of what comes next. */
  readonly spanId: string;
  /** Whether the spans of this trace are kept. */
  readonly sampled: boolean;
}

/** Version 00; what later versions add behind it is left out, as they ask for (W3C Trace Context, 4.1). */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;
const SAMPLED = 1;

/** Undefined for anything that is no `traceparent` header. */
export function parseTraceparent(header: string | undefined): TraceContext | undefined {
  const [, traceId, spanId, flags = '0'] = TRACEPARENT.exec(header ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

export const traceparentOf = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;

/** A trace of its own that nobody records, so that log lines of all processes can be joined by its id all the same. */
export function unrecordedTrace(): TraceContext {
  const traceId = randomUUID().replaceAll('-', '');
  // Fifteen digits of a random UUID lie behind its version and variant.
  return { traceId, spanId: `1${traceId.slice(17)}`, sampled: false };
}
