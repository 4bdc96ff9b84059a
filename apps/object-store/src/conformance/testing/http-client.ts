import { once } from 'node:events';
import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

const DEADLINE = 60_000;

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The `Code` of an S3 error. */
  readonly code: string | undefined;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer | AsyncIterable<Buffer>;
  readonly agent?: Agent;
}

/** Splits a URL without resolving the dots in its path; `new URL` would resolve them. */
function splitUrl(url: string): { host: string; path: string } {
  const [, host, path] = /^http:\/\/([^/]+)(\/.*)?$/.exec(url) ?? [];
  if (!host) throw new Error('only plain http URLs');
  return { host, path: path ?? '/' };
}

/** Sends a URL unchanged, like `curl --path-as-is`. */
export async function send(
  url: string,
  { method = 'GET', headers = {}, body, agent }: RequestOptions = {},
): Promise<Answer> {
  const { host, path } = splitUrl(url);
  const [hostname, port = '80'] = host.split(':');
  const length =
    typeof body === 'string' || Buffer.isBuffer(body) ? { 'content-length': Buffer.byteLength(body) } : {};
  const outgoing = request({
    hostname,
    port,
    path,
    method,
    agent,
    headers: { host, ...length, ...headers },
    signal: AbortSignal.timeout(DEADLINE),
  });
  const responded = once(outgoing, 'response');
  if (body === undefined) outgoing.end();
  else if (typeof body === 'string' || Buffer.isBuffer(body)) outgoing.end(body);
  else await pipeline(Readable.from(body), outgoing);
  const [response] = await responded;
  const answer = await text(response);
  return {
    status: response.statusCode,
    headers: response.headers,
    body: answer,
    code: /<Code>(\w+)<\/Code>/.exec(answer)?.[1],
  };
}

/**
 * Writes bytes to a server's socket and reads until it closes, for requests that no HTTP library would send.
 */
export async function exchangeRaw(endpoint: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(endpoint);
  const socket = connect(Number(port || 80), hostname);
  socket.setTimeout(DEADLINE, () => socket.destroy(new Error('no answer')));
  socket.write(bytes, 'latin1');
  return text(socket);
}
