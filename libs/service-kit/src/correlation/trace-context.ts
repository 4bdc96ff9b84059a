import { randomUUID } from 'node:crypto';

/** Position in a trace (W3C Trace Context). */
export interface TraceContext {
  /** 32 hexadecimal digits, the same for all spans that one request causes. */
  readonly traceId: string;
  /** 16 hexadecimal digits: the parent of the next span. */
  readonly spanId: string;
  /** Whether the spans of this trace are recorded. */
  readonly sampled: boolean;
}

/** Version 00. Fields that later versions append are ignored, as required (W3C Trace Context, 4.1). */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;
const SAMPLED = 1;

/** Parses a `traceparent` header; returns undefined for anything else. */
export function parseTraceparent(header: string | undefined): TraceContext | undefined {
  const [, traceId, spanId, flags = '0'] = TRACEPARENT.exec(header ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

export const traceparentOf = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;

/** Creates a trace that is not recorded. Its id still correlates the log lines of all processes. */
export function unrecordedTrace(): TraceContext {
  const traceId = randomUUID().replaceAll('-', '');
  // The last 15 digits of a UUID follow version and variant, so all are random.
  return { traceId, spanId: `1${traceId.slice(17)}`, sampled: false };
}
