import { once } from 'node:events';
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { buffer } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { until } from '@secure-preview/testing';
import { UPLOAD_PASSWORD } from '../support/portal.js';

/** Limit for one response, in milliseconds. */
const DEADLINE_MS = 30_000;

interface SecureAnswer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface SecureRequest {
  method: 'POST' | 'PUT';
  body: Buffer;
  type: string;
}

const json = (form: unknown): SecureRequest => ({
  method: 'POST',
  body: Buffer.from(JSON.stringify(form)),
  type: 'application/json',
});

/**
 * An HTTP/2 client that resolves every host name to this machine, and trusts one certificate authority. Keeps one
 * connection for each origin, as browsers do.
 */
export class SecureBrowser {
  private readonly connections = new Map<string, Promise<ClientHttp2Session>>();
  private readonly cookies = new Map<string, string>();

  constructor(private readonly authority: string) {}

  /** Number of open connections, one for each origin. */
  get openConnections(): number {
    return this.connections.size;
  }

  async send(url: URL | string, request?: SecureRequest): Promise<SecureAnswer> {
    const { origin, pathname, search } = new URL(url);
    const connection = await this.connectionTo(origin);
    const stream = connection.request({
      ':method': request?.method ?? 'GET',
      ':path': pathname + search,
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(request && { 'content-type': request.type, 'content-length': request.body.length }),
    });
    stream.setTimeout(DEADLINE_MS, () => stream.destroy(new Error(`no answer from ${origin}`)));
    stream.end(request?.body);
    const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
    for (const line of headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    return { status: Number(headers[':status']), headers, body: await buffer(stream) };
  }

  async close(): Promise<void> {
    for (const opening of this.connections.values()) (await opening.catch(() => undefined))?.destroy();
  }

  private connectionTo(origin: string): Promise<ClientHttp2Session> {
    const known = this.connections.get(origin);
    if (known) return known;
    const opening = this.open(new URL(origin));
    this.connections.set(origin, opening);
    return opening;
  }

  /** @throws Error if the server does not select HTTP/2 */
  private async open({ origin, hostname, port }: URL): Promise<ClientHttp2Session> {
    const options = {
      host: '127.0.0.1',
      port: Number(port || 443),
      servername: hostname,
      ca: this.authority,
    };
    const socket = connectTls({ ...options, ALPNProtocols: ['h2', 'http/1.1'] });
    await once(socket, 'secureConnect');
    if (socket.alpnProtocol !== 'h2')
      throw new Error(`${origin} selected ${socket.alpnProtocol}, not HTTP/2`);
    const session = connect(origin, { createConnection: () => socket });
    // A pending request fails with the same error.
    session.on('error', () => undefined);
    return session;
  }
}

/** Runs `visit` with a browser that has passed the gate over HTTPS. */
async function withVisitor<T>(
  portal: string,
  authority: string,
  visit: (browser: SecureBrowser, gate: SecureAnswer) => Promise<T>,
): Promise<T> {
  const browser = new SecureBrowser(authority);
  try {
    const form = { name: 'Somebody Safe', email: 'safe@example.com', termsAccepted: 'true' };
    const gate = await browser.send(new URL('/api/auth/lead-capture', portal), json(form));
    if (gate.status !== 200) throw new Error(`the gate answered ${gate.status}: ${gate.body}`);
    return await visit(browser, gate);
  } finally {
    await browser.close();
  }
}

/** Passes the gate over HTTPS and fetches the first segments at once, all over one HTTP/2 connection for each host. */
export function visitSecurely(portal: string, authority: string) {
  return withVisitor(portal, authority, async (browser, gate) => {
    const text = async (path: string) => (await browser.send(new URL(path, portal))).body.toString();
    const master = /"filePath":"([^"]+)"/.exec(await text('/api/active-trailer'))?.[1] ?? '';
    const rendition = /^(\/api\/media\/renditions\/\S+)$/m.exec(await text(master))?.[1] ?? '';
    const segments = (await text(rendition)).match(/^\/api\/media\/\S+\/segments\/\S+$/gm) ?? [];
    const stored = await Promise.all(
      segments.map(async (segment) => {
        const { headers } = await browser.send(new URL(segment, portal));
        const url = new URL(headers.location ?? '');
        const { status, body } = await browser.send(url);
        if (status !== 200) throw new Error(`the store answered ${status}: ${body}`);
        return { origin: url.origin, bytes: body.length };
      }),
    );
    return {
      setCookie: String(gate.headers['set-cookie']),
      transport: gate.headers['strict-transport-security'],
      stores: [...new Set(stored.map(({ origin }) => origin))],
      bytes: stored.reduce((sum, { bytes }) => sum + bytes, 0),
      connections: browser.openConnections,
    };
  });
}

/** Uploads a video over HTTPS, as the upload page does. Resolves once the trailer is active. */
export function uploadSecurely(
  portal: string,
  authority: string,
  title: string,
  video: Buffer,
): Promise<void> {
  return withVisitor(portal, authority, async (browser) => {
    const post = async (path: string, form: unknown) => {
      const { status, body } = await browser.send(new URL(path, portal), json(form));
      if (status !== 200 && status !== 201) throw new Error(`${path} answered ${status}: ${body}`);
      return JSON.parse(body.toString()) as Record<string, string>;
    };
    await post('/api/auth/upload-password', { password: UPLOAD_PASSWORD });
    const { uploadURL = '' } = await post('/api/objects/upload', {});
    const { status, body } = await browser.send(uploadURL, { method: 'PUT', body: video, type: 'video/mp4' });
    if (status !== 200) throw new Error(`the store answered ${status}: ${body}`);
    await post('/api/trailers', { title, videoURL: uploadURL });
    const isActive = async () =>
      (await browser.send(new URL('/api/active-trailer', portal))).body.toString().includes(`"${title}"`);
    await until(isActive, { deadlineMs: 300_000, everyMs: 500, what: 'the uploaded trailer to be active' });
  });
}
