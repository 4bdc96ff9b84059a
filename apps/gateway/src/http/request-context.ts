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
import type { Level } from '../access/access-rule.js';
import { stateOf } from './portal-request.js';

/** A request as handlers see it: who asks and from where, and the few ways to answer other than with JSON. */
export class RequestContext {
  constructor(
    readonly request: Request,
    readonly response: Response,
  ) {}

  get level(): Level {
    return stateOf(this.request).identity.level;
  }

  /** @throws AppError `UNAUTHORIZED` when nobody is signed in */
  get session(): SessionRecord {
    const { record } = stateOf(this.request).identity;
    if (!record) throw new AppError('UNAUTHORIZED');
    return record;
  }

  /** The address that the trusted proxy told, or the socket's own where that is none. */
  get ip(): string {
    const { ip = '', socket } = this.request;
    return ipAddressOf(ip) ?? ipAddressOf(socket.remoteAddress ?? '') ?? 'unknown';
  }

  get userAgent(): string | null {
    return this.request.get('user-agent')?.slice(0, limits.userAgent.max) ?? null;
  }

  /** What log records say of this visitor. */
  visitor(sessionRef = this.session.ref): Visitor {
    return { sessionRef, ip: this.ip, userAgent: this.userAgent };
  }

  /** What travels with a remote call made for this request. */
  get call(): CallContext {
    const { requestId, identity, trace } = stateOf(this.request);
    const { record } = identity;
    return {
      requestId,
      traceparent: traceparentOf(trace),
      ...(record ? { actor: { sessionRef: record.ref, leadId: record.viewer.leadId } } : {}),
    };
  }

  /** The same for calls made one after another, which together take no longer than so many milliseconds. */
  callsWithin(ms: number): () => CallContext {
    const end = performance.now() + ms;
    return () => ({ ...this.call, withinMs: end - performance.now() });
  }

  /**
   * How the browser reached the portal.
   *
   * @throws AppError `VALIDATION_FAILED` when the Host header is no host name
   */
  get browser(): BrowserAddress {
    const parsed = browserAddress.safeParse({
      protocol: this.request.protocol,
      hostname: this.request.hostname,
    });
    if (!parsed.success) throw new AppError('VALIDATION_FAILED', { message: 'The Host header is not valid' });
    return parsed.data;
  }

  /** Answers with a redirect that no cache keeps, and no page that would repeat the address. */
  redirect(address: string): void {
    this.response.writeHead(302, { location: address, 'content-length': 0 }).end();
  }

  /** Answers with text or bytes of the given type. */
  send(type: string, body: string | Buffer): void {
    this.response.type(type).send(body);
  }
}
