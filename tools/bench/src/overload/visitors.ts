import type { LoadRequest } from '@secure-preview/testing';
import { lead, viewerCookie } from '../viewer-cookie.js';

/** Number of requests of each kind among twenty. */
const requestMix = { arrival: 4, page: 4, watching: 10, lead: 2 };

/** Creates requests of visitors who arrive, enter and watch, in the proportions of `requestMix`. */
export async function visitors(url: string): Promise<() => LoadRequest> {
  const cookie = await viewerCookie(url);
  const html = await (await fetch(url)).text();
  const script = /src="(\/assets\/[^"]+)"/.exec(html)?.[1] ?? '/favicon.ico';
  const requestsByKind: Record<keyof typeof requestMix, Omit<LoadRequest, 'kind'>[]> = {
    arrival: [{ method: 'GET', path: '/', headers: { accept: 'text/html' } }],
    page: [
      { method: 'GET', path: '/api/config' },
      { method: 'GET', path: script, headers: { 'accept-encoding': 'br' } },
    ],
    watching: [
      // There is no trailer yet.
      { method: 'GET', path: '/api/active-trailer', headers: { cookie }, expectedStatus: 404 },
      { method: 'GET', path: '/api/auth/status', headers: { cookie } },
      { method: 'POST', path: '/api/access-log', headers: { cookie } },
    ],
    lead: [{ method: 'POST', path: '/api/auth/lead-capture', body: lead }],
  };
  const kinds = Object.entries(requestMix).flatMap(([kind, count]) =>
    Array.from({ length: count }, () => kind as keyof typeof requestMix),
  );
  let sent = 0;
  return () => {
    // 7 and 20 are coprime, so all twenty are used.
    const kind = kinds[(sent * 7) % kinds.length] ?? 'lead';
    const requests = requestsByKind[kind];
    const request = requests[Math.floor(sent / kinds.length) % requests.length] as Omit<LoadRequest, 'kind'>;
    sent += 1;
    return { kind, ...request };
  };
}
