import { isUtf8 } from 'node:buffer';
import { AppError, allRoutes, limits } from '@secure-preview/contracts';
import express, { type NextFunction, type Request, type Response } from 'express';
import { stateOf } from './portal-request.js';

const createParser = (limit: number) =>
  express.json({
    // Rejects compressed bodies: forms are small, and it removes a class of decompression errors.
    inflate: false,
    limit,
    // JSON is UTF-8 (RFC 8259, 8.1). A lenient decoder would store text that differs from what was sent.
    verify: (_request, _response, body, encoding) => {
      if (encoding.toLowerCase() !== 'utf-8' || !isUtf8(body)) throw new Error('The body is not UTF-8');
    },
  });

const parseDefault = createParser(limits.jsonBody.maxBytes);
/** Parsers of routes that allow larger bodies, by size limit in bytes. */
const parsersBySize = new Map(
  allRoutes.flatMap(({ maxBodyBytes }) =>
    maxBodyBytes === undefined ? [] : [[maxBodyBytes, createParser(maxBodyBytes)] as const],
  ),
);

/** Returns whether a request has a body (RFC 9112, 6.3). */
function hasBody(request: Request): boolean {
  const length = request.get('content-length');
  return request.get('transfer-encoding') !== undefined || (length !== undefined && length !== '0');
}

/** Reads the body if the route declares one. Rejects any type other than JSON. */
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
  (parsersBySize.get(route.maxBodyBytes ?? 0) ?? parseDefault)(request, response, next);
}

/**
 * Reads the body. Releases the slot of the request while the body arrives. Then takes a slot again, or
 * rejects the request.
 */
export function jsonBody(request: Request, response: Response, next: NextFunction): void {
  const { slot } = stateOf(request);
  if (!slot || !hasBody(request)) {
    readBody(request, response, next);
    return;
  }
  slot.release();
  readBody(request, response, (error?: unknown) => {
    if (error) next(error);
    else if (slot.take()) next();
  });
}

/** Converts errors of the body parser to errors of the contracts. Returns other errors unchanged. */
export function mapBodyParserError(error: unknown): unknown {
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
