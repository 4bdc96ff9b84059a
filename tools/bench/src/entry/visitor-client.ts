/** Limit for a response, in milliseconds. */
const DEADLINE_MS = 30_000;

interface Answer {
  readonly status: number;
  /** Text if it is not JSON. */
  readonly json: unknown;
}

/** Sends requests as one visitor: with the cookies of a browser, from a separate IP address. */
export class VisitorClient {
  readonly cookies = new Map<string, string>();

  /** @param ip address that the gateway trusts as that of a proxy's client */
  constructor(
    readonly email: string,
    readonly ip: string,
  ) {}

  async send(url: string, body?: object, method = body === undefined ? 'GET' : 'POST'): Promise<Answer> {
    const response = await fetch(url, {
      method,
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-forwarded-for': this.ip,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, json: isJson ? await response.json() : await response.text() };
  }

  /** Sends a form of the gate with the name and address of the visitor. @throws Error unless it is accepted */
  async sendForm(url: string, fields: object = {}): Promise<unknown> {
    const form = { name: 'Ada Lovelace', email: this.email, termsAccepted: 'true', ...fields };
    const { status, json } = await this.send(url, form);
    if (status !== 200) throw new Error(`${url} responded with ${status}: ${JSON.stringify(json)}`);
    return json;
  }
}

/** Creates a visitor who has passed the open gate. */
export async function enteredVisitor(url: string, email: string, ip: string): Promise<VisitorClient> {
  const visitor = new VisitorClient(email, ip);
  await visitor.sendForm(`${url}/api/auth/lead-capture`);
  return visitor;
}
