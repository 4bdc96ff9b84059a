import type { Request, RequestHandler, Response } from 'express';
import { type HeldSlot, stateOf } from '../http/portal-request.js';
import type { ConnectionLimiter } from './connection-limiter.js';
import type { LoadMonitor } from './load-monitor.js';
import { classOf, type RequestClass } from './request-class.js';
import { limitTransfer } from './response-timeouts.js';
import { sendShed } from './shed-answer.js';
import type { ShedReport } from './shed-report.js';

export interface AdmissionParts {
  load: LoadMonitor;
  connections: ConnectionLimiter;
  report: ShedReport;
  /** Paths of the web app's files. */
  files: ReadonlySet<string>;
  /** Milliseconds that a client may take to read a response. */
  maxTransferMs: number;
}

/**
 * Slot of a request while the portal works on it. The slot is free while the client sends the body or reads
 * the response, so slow clients occupy no slots.
 */
class AdmissionSlot implements HeldSlot {
  private taken = false;

  constructor(
    private readonly parts: AdmissionParts,
    private readonly request: Request,
    private readonly response: Response,
    private readonly kind: RequestClass,
  ) {}

  /** @returns false if no slot was free and the request has been refused */
  take(): boolean {
    const { load, connections, report } = this.parts;
    const reason = load.refusalReason(this.kind);
    if (reason) {
      report.add(this.kind, reason);
      sendShed(this.request, this.response);
      return false;
    }
    this.taken = true;
    load.enter();
    connections.markBusy(this.request.socket);
    return true;
  }

  release(): void {
    if (!this.taken) return;
    this.taken = false;
    this.parts.load.leave();
    this.parts.connections.markIdle(this.request.socket);
  }
}

/** Calls `work` when the response begins. Every response passes through writeHead. */
function onHead(response: Response, work: () => void): void {
  const { writeHead } = response;
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    work();
    return writeHead.apply(response, head);
  }) as typeof writeHead;
}

/** Admits requests while their class has capacity. Refuses all others before doing any work for them. */
export function admission(parts: AdmissionParts): RequestHandler {
  return (request, response, next) => {
    const kind = classOf(request, parts.files);
    if (kind === undefined) {
      response.once('close', () => parts.connections.markIdle(request.socket));
      parts.connections.markBusy(request.socket);
      return next();
    }
    const slot = new AdmissionSlot(parts, request, response, kind);
    if (!slot.take()) return;
    stateOf(request).slot = slot;
    onHead(response, () => {
      slot.release();
      if (!response.destroyed) limitTransfer(response, parts.maxTransferMs);
    });
    response.once('close', () => slot.release());
    next();
  };
}
