import type { Request, RequestHandler, Response } from 'express';
import { type HeldSlot, stateOf } from '../http/portal-request.js';
import type { ConnectionLimiter } from './connection-limiter.js';
import type { LoadMonitor } from './load-monitor.js';
import { classOf, type RequestClass } from './request-class.js';
import type { ResponseTimeouts } from './response-timeouts.js';
import { sendShed } from './shed-answer.js';
import type { ShedReport } from './shed-report.js';

export interface AdmissionParts {
  pressure: LoadMonitor;
  connections: ConnectionLimiter;
  transfers: ResponseTimeouts;
  report: ShedReport;
}

/**
 * The slot that a request takes while the portal works on it. While its client sends the body or reads the answer it
 * takes none: whoever is slow holds a connection, and nobody else's slot.
 */
class AdmissionSlot implements HeldSlot {
  private taken = false;
  private over = false;

  constructor(
    private readonly parts: AdmissionParts,
    private readonly request: Request,
    private readonly response: Response,
    private readonly kind: RequestClass,
  ) {}

  /** @returns false if there was none, and the request has been refused */
  take(): boolean {
    const { pressure, connections, report } = this.parts;
    const reason = pressure.refuses(this.kind);
    if (reason) {
      this.over = true;
      report.add(this.kind, reason);
      sendShed(this.request, this.response);
      return false;
    }
    this.taken = true;
    pressure.enter();
    connections.work(this.request.socket);
    return true;
  }

  /** Gives it back while the rest of the request arrives. */
  lend(): void {
    this.giveBack();
    this.parts.connections.waitFor(this.request.socket);
  }

  /** Gives it back for good once the answer is known, or nobody waits for it. */
  endWithAnswer(): void {
    const { response } = this;
    const { transfers } = this.parts;
    const writeHead = response.writeHead;
    // All ways to answer come through here, also those that name no headers.
    response.writeHead = ((...head: Parameters<typeof writeHead>) => {
      this.end();
      if (!response.destroyed) transfers.begin(response);
      return writeHead.apply(response, head);
    }) as typeof writeHead;
    response.once('close', () => {
      this.end();
      transfers.end(response);
    });
  }

  private end(): void {
    if (this.over) return;
    this.over = true;
    this.giveBack();
    this.parts.connections.waitFor(this.request.socket);
  }

  private giveBack(): void {
    if (!this.taken) return;
    this.taken = false;
    this.parts.pressure.leave();
  }
}

/** Takes requests in as long as there is room for their class, and refuses the others before anything is done for them. */
export function admission(parts: AdmissionParts): RequestHandler {
  return (request, response, next) => {
    const kind = classOf(request);
    if (kind === undefined) {
      response.once('close', () => parts.connections.waitFor(request.socket));
      parts.connections.work(request.socket);
      return next();
    }
    const slot = new AdmissionSlot(parts, request, response, kind);
    if (!slot.take()) return;
    slot.endWithAnswer();
    stateOf(request).slot = slot;
    next();
  };
}
