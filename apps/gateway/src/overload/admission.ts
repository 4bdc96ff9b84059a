import type { Request, RequestHandler, Response } from 'express';
import onHeaders from 'on-headers';
import { isEventStream } from '../http/once-answered.js';
import { type RequestSlot, stateOf } from '../http/portal-request.js';
import { transfersCut } from './overload.metrics.js';
import type { Protection } from './protection.js';
import { classOf, type RequestClass } from './request-class.js';
import { sendShed } from './shed-response.js';

/**
 * Creates the slot of a request. It is released while the client sends the body or reads the response, so slow
 * clients occupy no slots. `take` rejects the request if no slot is free.
 */
function createSlot(
  { load, connections, report }: Protection,
  request: Request,
  response: Response,
  requestClass: RequestClass,
): RequestSlot {
  let isTaken = false;
  return {
    take() {
      const reason = load.refusalReason(requestClass);
      if (reason) {
        report.add(requestClass, reason);
        sendShed(request, response);
        return false;
      }
      isTaken = true;
      load.enter();
      connections.markBusy(request.socket);
      return true;
    },
    release() {
      if (!isTaken) return;
      isTaken = false;
      load.leave();
      connections.markIdle(request.socket);
    },
  };
}

/** Aborts a response that its client takes too long to read: it occupies a connection and memory. */
function limitTransfer(response: Response, maxMs: number): void {
  const timer = setTimeout(() => {
    transfersCut.inc();
    response.destroy();
  }, maxMs).unref();
  response.once('close', () => clearTimeout(timer));
}

/** Keeps the connection of an event stream, which has no time limit, longer than idle connections. */
function holdStream(connections: Protection['connections'], { socket }: Request, response: Response): void {
  connections.beginStream(socket);
  response.once('close', () => connections.endStream(socket));
}

/** Admits requests while their class has capacity. Rejects others before any work is done for them. */
export function admission(protection: Protection): RequestHandler {
  const { connections, files, maxTransferMs } = protection;
  return (request, response, next) => {
    const requestClass = classOf(request, files);
    if (requestClass === undefined) {
      response.once('close', () => connections.markIdle(request.socket));
      connections.markBusy(request.socket);
      return next();
    }
    const slot = createSlot(protection, request, response, requestClass);
    if (!slot.take()) return;
    stateOf(request).slot = slot;
    onHeaders(response, () => {
      slot.release();
      if (response.destroyed) return;
      if (isEventStream(response)) holdStream(connections, request, response);
      else limitTransfer(response, maxTransferMs);
    });
    response.once('close', () => slot.release());
    next();
  };
}
