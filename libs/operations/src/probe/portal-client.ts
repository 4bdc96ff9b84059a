import { Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';

/** Timeout of one request, in milliseconds. */
const REQUEST_MS = 10_000;
/** Maximum connections to one server. */
const CONNECTIONS = 6;
/** Maximum bytes of a body that are read. */
const MAX_BODY = 1_000_000;

export const USER_AGENT = 'secure-preview-probe';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless a header states another type. */
  readonly body?: string;
}

/** Settings of all connections. */
interface ClientOptions {
  /** Accepts any certificate. */
  readonly insecure: boolean;
  /** Ends all requests. */
  readonly signal: AbortSignal;
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > MAX_BODY) break;
  }
  return Buffer.concat(chunks).toString();
}

/**
 * Sends requests without the restrictions of a browser: any `Host` is possible, redirects are not followed and
 * cookies are not stored. Every request has a deadline.
 */
export class PortalClient {
  private readonly http: Agent;
  private readonly https: HttpsAgent;

  constructor(
    readonly base: URL,
    private readonly options: ClientOptions,
  ) {
    const pool = { keepAlive: true, maxSockets: CONNECTIONS, timeout: REQUEST_MS };
    this.http = new Agent(pool);
    this.https = new HttpsAgent({ ...pool, rejectUnauthorized: !options.insecure });
  }

  /** @param address a path of the portal, or an absolute URL */
  request(
    address: string | URL,
    { method = 'GET', headers = {}, body }: RequestOptions = {},
  ): Promise<Answer> {
    const url = new URL(address, this.base);
    const isTls = url.protocol === 'https:';
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const options = {
      method,
      headers: { 'user-agent': USER_AGENT, ...type, ...headers },
      signal: AbortSignal.any([this.options.signal, AbortSignal.timeout(REQUEST_MS)]),
      agent: isTls ? this.https : this.http,
      // Otherwise Node would use a forged `Host` as the server name in TLS.
      ...(isTls && !isIP(url.hostname) ? { servername: url.hostname } : {}),
    };
    return new Promise((resolve, reject) => {
      const send = isTls ? httpsRequest : httpRequest;
      const request = send(url, options, (response) => {
        const { statusCode: status = 0, headers: received } = response;
        textOf(response).then((text) => resolve({ status, headers: received, body: text }), reject);
      });
      request.on('error', reject).end(body);
    });
  }

  close(): void {
    this.http.destroy();
    this.https.destroy();
  }
}
