import type { IncomingMessage, ServerResponse } from 'node:http';

/** A preflight answer may be kept for this long, in seconds. */
const MAX_AGE = 3600;

/**
 * Lets pages of any origin use this server. No cookie takes part in a request, so an origin has no authority to lend:
 * the signature alone decides. Every answer says so, that pages can read a refusal too.
 */
export function allowAnyOrigin(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader(
    'Access-Control-Expose-Headers',
    'ETag, Content-Range, Content-Length, Accept-Ranges, Last-Modified, x-amz-request-id',
  );
}

/** Answers a preflight, which browsers send without a signature. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, PUT, POST, DELETE');
  const headers = request.headers['access-control-request-headers'];
  if (headers !== undefined) response.setHeader('Access-Control-Allow-Headers', headers);
  response.setHeader('Access-Control-Max-Age', String(MAX_AGE));
  response.setHeader('Vary', 'Access-Control-Request-Headers');
  response.writeHead(204).end();
}
