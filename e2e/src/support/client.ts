import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { UPLOAD_PASSWORD } from './portal.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Returns the parsed body; throws when it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of responses
  json(): any;
}

interface Call {
  body?: unknown;
  headers?: Record<string, string>;
}

/** Limit for any call of a test, in milliseconds. */
const DEADLINE_MS = 60_000;

/** An HTTP client like a browser: keeps cookies, but follows no redirects. */
export class Client {
  readonly cookies = new Map<string, string>();

  constructor(readonly base: string) {}

  async call(method: string, path: string, { body, headers = {} }: Call = {}): Promise<Answer> {
    // Creating a video blocks this process. These turns of the event loop let it detect idle connections that
    // the portal has closed meanwhile.
    await turn();
    await turn();
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const isText = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(new URL(path, this.base), {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isText ? (body as string) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
  }

  get = (path: string, call?: Call) => this.call('GET', path, call);
  post = (path: string, body?: unknown, call: Call = {}) => this.call('POST', path, { ...call, body });
  patch = (path: string, body?: unknown) => this.call('PATCH', path, { body });

  /** Returns a client with the same cookies, to be replayed later. */
  copy(): Client {
    return this.at(this.base);
  }

  /** Returns a client with the same cookies for another URL. */
  at(base: string): Client {
    const copy = new Client(base);
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }
}

function expectOk(answer: Answer, what: string): Answer {
  if (answer.status >= 300) throw new Error(`${what} answered ${answer.status}: ${answer.text}`);
  return answer;
}

/** Returns a client that has passed the gate. */
export async function enterAsViewer(base: string, name = `Viewer ${randomUUID()}`): Promise<Client> {
  const client = new Client(base);
  const form = { name, email: 'viewer@example.com', termsAccepted: 'true' };
  expectOk(await client.post('/api/auth/lead-capture', form), 'the gate');
  return client;
}

/** Returns a client of the administrator, with the uploader level. */
export async function enterAsUploader(base: string): Promise<Client> {
  const client = await enterAsViewer(base, 'The Administrator');
  expectOk(
    await client.post('/api/auth/upload-password', { password: UPLOAD_PASSWORD }),
    'the upload password',
  );
  return client;
}

/** Uploads a file to storage as the browser would, and returns the URL to send back. */
export async function putFile(
  uploader: Client,
  path: string,
  file: string | Uint8Array,
  type: string,
): Promise<string> {
  const { uploadURL } = expectOk(await uploader.post(path), path).json() as { uploadURL: string };
  const body = new Uint8Array(typeof file === 'string' ? await readFile(file) : file);
  const response = await fetch(uploadURL, {
    method: 'PUT',
    body,
    headers: { 'content-type': type },
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  if (!response.ok) throw new Error(`the upload answered ${response.status}: ${await response.text()}`);
  return uploadURL;
}

export const putVideo = (uploader: Client, file: string | Uint8Array) =>
  putFile(uploader, '/api/objects/upload', file, 'video/mp4');
export const putPoster = (uploader: Client, file: string | Uint8Array) =>
  putFile(uploader, '/api/objects/upload-poster', file, 'image/png');
