import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };
interface Exported {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: { spans: RawSpan[] }[];
  }[];
}
interface RawSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Value }[];
  status: { code?: number };
}

/** A span in the form that a collector receives. */
export interface ReceivedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface OtlpReceiver {
  /** Value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly endpoint: string;
  /** Bodies of all requests, as text. */
  readonly bodies: readonly string[];
  /** Returns the values of a header, one for each request. */
  header(name: string): unknown[];
  spans(): ReceivedSpan[];
  stop(): Promise<void>;
}

const plainValue = ({ stringValue, intValue, doubleValue, boolValue }: Value): unknown =>
  stringValue ?? doubleValue ?? boolValue ?? Number(intValue);
const record = (attributes: { key: string; value: Value }[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, plainValue(value)]));
/** OTLP's status code of a failed span. */
const ERROR = 2;

function spansOf(body: string): ReceivedSpan[] {
  return (JSON.parse(body) as Exported).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, status, attributes }) => ({
        service: String(record(resource.attributes)['service.name']),
        traceId,
        spanId,
        name,
        parentSpanId: parentSpanId || undefined,
        failed: status.code === ERROR,
        attributes: record(attributes),
      })),
    ),
  );
}

/** Starts a receiver for OTLP over HTTP as JSON, like a collector. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const bodies: string[] = [];
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url !== '/v1/traces') return void response.writeHead(404).end();
      headers.push(request.headers);
      bodies.push(Buffer.concat(chunks).toString());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    header: (name) => headers.map((values) => values[name]),
    spans: () => bodies.flatMap(spansOf),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
