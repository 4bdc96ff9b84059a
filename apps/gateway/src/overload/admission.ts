import type { Request, RequestHandler, Response } from 'express';
import { type RequestSlot, stateOf } from '../http/portal-request.js';
import type { ConnectionLimiter } from './connection-limiter.js';
import type { LoadMonitor } from './load-monitor.js';
import { classOf, type RequestClass } from './request-class.js';
import { limitTransfer } from './response-timeouts.js';
import type { ShedReport } from './shed-report.js';
import { sendShed } from './shed-response.js';

export interface AdmissionDependencies {
  load: LoadMonitor;
  connections: ConnectionLimiter;
  report: ShedReport;
  /** Paths of the web app's files. */
  files: ReadonlySet<string>;
  /** Milliseconds that a client may take to read a response. */
  maxTransferMs: number;
}

/**
 * Slot of a request while the portal works on it. It is released while the client sends the body or reads the
 * response, so slow clients occupy no slots.
 */
class AdmissionSlot implements RequestSlot {
  private isTaken = false;

  constructor(
    private readonly dependencies: AdmissionDependencies,
    private readonly request: Request,
    private readonly response: Response,
    private readonly kind: RequestClass,
  ) {}

  /** Takes a slot, or rejects the request. @returns whether a slot was taken */
  take(): boolean {
    const { load, connections, report } = this.dependencies;
    const reason = load.refusalReason(this.kind);
    if (reason) {
      report.add(this.kind, reason);
      sendShed(this.request, this.response);
      return false;
    }
    this.isTaken = true;
    load.enter();
    connections.markBusy(this.request.socket);
    return true;
  }

  release(): void {
    if (!this.isTaken) return;
    this.isTaken = false;
    this.dependencies.load.leave();
    this.dependencies.connections.markIdle(this.request.socket);
  }
}

/** Calls `callback` when the response begins. Every response passes through writeHead. */
function onResponseStart(response: Response, callback: () => void): void {
  const { writeHead } = response;
  response.writeHead = ((...args: Parameters<typeof writeHead>) => {
    callback();
    return writeHead.apply(response, args);
  }) as typeof writeHead;
}

/** Admits requests while their class has capacity. Rejects others before any work is done for them. */
export function admission(dependencies: AdmissionDependencies): RequestHandler {
  return (request, response, next) => {
    const kind = classOf(request, dependencies.files);
    if (kind === undefined) {
      response.once('close', () => dependencies.connections.markIdle(request.socket));
      dependencies.connections.markBusy(request.socket);
      return next();
    }
    const slot = new AdmissionSlot(dependencies, request, response, kind);
    if (!slot.take()) return;
    stateOf(request).slot = slot;
    onResponseStart(response, () => {
      slot.release();
      if (!response.destroyed) limitTransfer(response, dependencies.maxTransferMs);
    });
    response.once('close', () => slot.release());
    next();
  };
}
