import { isUtf8 } from 'node:buffer';
import { AppError, allRoutes, limits } from '@secure-preview/contracts';
import express, { type NextFunction, type Request, type Response } from 'express';
import { stateOf } from './portal-request.js';

const parserOf = (limit: number) =>
  express.json({
    // Nobody compresses a form, and what is not the compression that it claims to be is one thing less to answer.
    inflate: false,
    limit,
    // JSON is UTF-8 (RFC 8259, 8.1); a lenient decoder would store other text than was sent.
    verify: (_request, _response, body, encoding) => {
      if (encoding.toLowerCase() !== 'utf-8' || !isUtf8(body)) throw new Error('The body is not UTF-8');
    },
  });

const parse = parserOf(limits.jsonBody.maxBytes);
/** Parsers of routes that take more than others. */
const parsers = new Map(
  allRoutes.flatMap(({ maxBodyBytes }) =>
    maxBodyBytes === undefined ? [] : [[maxBodyBytes, parserOf(maxBodyBytes)] as const],
  ),
);

/** Whether a request carries a body (RFC 9112, 6.3). */
function hasBody(request: Request): boolean {
  const length = request.get('content-length');
  return request.get('transfer-encoding') !== undefined || (length !== undefined && length !== '0');
}

/** Reads the body of routes that declare one; a body of any other type than JSON is refused. */
function readBody(request: Request, response: Response, next: NextFunction): void {
  const { route } = stateOf(request);
  if (!route?.body || !hasBody(request)) {
    next();
    return;
  }
  if (!request.is('application/json')) {
    next(new AppError('UNSUPPORTED_MEDIA_TYPE'));
    return;
  }
  (parsers.get(route.maxBodyBytes ?? 0) ?? parse)(request, response, next);
}

/** Reads the body, for which a request gives its slot away meanwhile; afterwards there may be none left. */
export function jsonBody(request: Request, response: Response, next: NextFunction): void {
  const { slot } = stateOf(request);
  if (!slot || !hasBody(request)) {
    readBody(request, response, next);
    return;
  }
  slot.lend();
  readBody(request, response, (error?: unknown) => {
    if (error) next(error);
    else if (slot.take()) next();
  });
}

/** Turns what the body parser throws into the contract's errors; returns any other error as it is. */
export function fromBodyParser(error: unknown): unknown {
  const { type } = (error ?? {}) as { type?: unknown };
  switch (type) {
    case 'entity.too.large':
      return new AppError('PAYLOAD_TOO_LARGE');
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new AppError('UNSUPPORTED_MEDIA_TYPE');
    case 'entity.parse.failed':
    case 'entity.verify.failed':
    case 'request.aborted':
    case 'request.size.invalid':
    case 'stream.encoding.set':
      return new AppError('MALFORMED_BODY');
    default:
      return error;
  }
}
