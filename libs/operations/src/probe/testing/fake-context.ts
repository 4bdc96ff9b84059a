import type { Answer, Ask, PortalClient } from '../portal-client.js';
import { ProbeContext, type ProbeOptions } from '../probe-context.js';

export interface Asked {
  readonly method: string;
  readonly path: string;
}

const gatePassed = { 'set-cookie': ['sp.sid=s%3Aid.signature; Path=/; HttpOnly; SameSite=Lax'] };

/** Returns a client without connections: the gate is open, and everything else is refused. */
export function refusingClient(asked: Asked[], address = 'http://127.0.0.1:9'): PortalClient {
  const base = new URL(address);
  const ask = async (to: string | URL, { method = 'GET' }: Ask = {}): Promise<Answer> => {
    const { pathname: path } = new URL(to, base);
    asked.push({ method, path });
    if (path === '/api/auth/lead-capture') return { status: 200, headers: gatePassed, body: '' };
    return { status: 401, headers: {}, body: '' };
  };
  return { base, ask, close: () => undefined } as unknown as PortalClient;
}

export async function preparedContext(
  client: PortalClient,
  options: Partial<ProbeOptions> = {},
): Promise<ProbeContext> {
  const all = { email: 'probe@example.com', insecure: false, limits: false, ...options };
  const context = new ProbeContext(client, all);
  await context.prepare();
  return context;
}
