import {
  AppError,
  type BrowserAddress,
  browserAddress,
  limits,
  type SessionRecord,
  type Visitor,
} from '@secure-preview/contracts';
import type { CallContext } from '@secure-preview/rpc';
import { ipAddressOf, traceparentOf } from '@secure-preview/service-kit';
import type { Request, Response } from 'express';
import type { Identity, Level } from './identity.js';
import { stateOf } from './portal-request.js';

/** Request as handlers see it: session, client, and methods to send anything other than JSON. */
export class RequestContext {
  constructor(
    readonly request: Request,
    readonly response: Response,
  ) {}

  get identity(): Identity {
    return stateOf(this.request).identity;
  }

  get level(): Level {
    return this.identity.level;
  }

  /** @throws AppError `UNAUTHORIZED` without a session */
  get session(): SessionRecord {
    const { record } = stateOf(this.request).identity;
    if (!record) throw new AppError('UNAUTHORIZED');
    return record;
  }

  /** Client address from a trusted proxy. Falls back to the address of the socket, then to `unknown`. */
  get ip(): string {
    const { ip = '', socket } = this.request;
    return ipAddressOf(ip) ?? ipAddressOf(socket.remoteAddress ?? '') ?? 'unknown';
  }

  get userAgent(): string | null {
    return this.request.get('user-agent')?.slice(0, limits.userAgent.max) ?? null;
  }

  /** Returns the visitor as stored with log records. */
  visitor(sessionRef = this.session.ref): Visitor {
    return { sessionRef, ip: this.ip, userAgent: this.userAgent };
  }

  /** Context of remote calls for this request. */
  get call(): CallContext {
    const { requestId, identity, trace } = stateOf(this.request);
    const { record } = identity;
    return {
      requestId,
      traceparent: traceparentOf(trace),
      ...(record ? { actor: { sessionRef: record.ref, leadId: record.viewer.leadId } } : {}),
    };
  }

  /**
   * Returns a function that creates contexts for consecutive calls, which share a budget of `ms`
   * milliseconds.
   */
  callsWithin(ms: number): () => CallContext {
    const end = performance.now() + ms;
    return () => ({ ...this.call, withinMs: end - performance.now() });
  }

  /**
   * Scheme and host name under which the browser reached the portal.
   *
   * @throws AppError `VALIDATION_FAILED` when the Host header is not a host name
   */
  get browser(): BrowserAddress {
    const parsed = browserAddress.safeParse({
      protocol: this.request.protocol,
      hostname: this.request.hostname,
    });
    if (!parsed.success) throw new AppError('VALIDATION_FAILED', { message: 'The Host header is not valid' });
    return parsed.data;
  }

  /** Redirects with an empty body, which does not repeat the URL. The edge already forbids caching. */
  redirect(address: string): void {
    this.response.writeHead(302, { location: address, 'content-length': 0 }).end();
  }

  /** Sends text or bytes of the given type. */
  send(type: string, body: string | Buffer): void {
    this.response.type(type).send(body);
  }
}
