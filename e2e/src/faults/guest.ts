import { type Answer, Client } from '../support/client.js';
import type { Mailbox } from '../support/mailbox.js';

/** A code that a visitor has received. */
export interface ReceivedCode {
  readonly codeId: string;
  readonly code: string;
}

let count = 0;
/** The newest code of each address. */
const newest = new Map<string, string>();

/** A visitor with an IP address, at a gateway without a proxy. */
export class Guest extends Client {
  constructor(
    base: string,
    readonly ip = `198.51.${100 + (count >> 8)}.${count++ & 255}`,
  ) {
    super(base);
  }

  override call(method: string, path: string, call: Parameters<Client['call']>[2] = {}): Promise<Answer> {
    const headers = { ...call.headers, 'x-forwarded-for': this.ip };
    return super.call(method, path, { ...call, headers });
  }

  override at(base: string): Guest {
    const copy = new Guest(base, this.ip);
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  /** Requests a code, and reads it in the mail. */
  async receiveCode(email: string, mailbox: Mailbox): Promise<ReceivedCode> {
    const codeId = await this.requestCode(email);
    const code = await mailbox.code(email, newest.get(email));
    newest.set(email, code);
    return { codeId, code };
  }

  /** @returns the id of the code */
  async requestCode(email: string): Promise<string> {
    const requested = await this.post('/api/auth/code', { ...form(email, 'Guest'), language: 'en' });
    if (requested.status !== 200) throw new Error(`the code was not sent: ${requested.text}`);
    return requested.json().codeId;
  }

  enterCode(email: string, code: ReceivedCode, name = 'Guest'): Promise<Answer> {
    return this.post('/api/auth/code/verify', { ...form(email, name), ...code });
  }

  /** Makes a request that only visitors with access may make. */
  useAccess(): Promise<Answer> {
    return this.post('/api/access-log');
  }
}

const form = (email: string, name: string) => ({ name, email, termsAccepted: 'true' });
