import type { Answer, PortalClient, RequestOptions } from '../portal-client.js';
import { ProbeContext, type ProbeOptions } from '../probe-context.js';

export interface SentRequest {
  readonly method: string;
  readonly path: string;
}

const gatePassed = { 'set-cookie': ['sp.sid=s%3Aid.signature; Path=/; HttpOnly; SameSite=Lax'] };

/** Returns a client without connections: it accepts the gate and rejects everything else. */
export function refusingClient(requests: SentRequest[], address = 'http://127.0.0.1:9'): PortalClient {
  const base = new URL(address);
  const request = async (to: string | URL, { method = 'GET' }: RequestOptions = {}): Promise<Answer> => {
    const { pathname: path } = new URL(to, base);
    requests.push({ method, path });
    if (path === '/api/auth/lead-capture') return { status: 200, headers: gatePassed, body: '' };
    return { status: 401, headers: {}, body: '' };
  };
  return { base, request, close: () => undefined } as unknown as PortalClient;
}

export async function preparedContext(
  client: PortalClient,
  options: Partial<ProbeOptions> = {},
): Promise<ProbeContext> {
  const allOptions = { email: 'probe@example.com', insecure: false, limits: false, ...options };
  const context = new ProbeContext(client, allOptions);
  await context.prepare();
  return context;
}
