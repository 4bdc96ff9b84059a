import type { IncomingMessage, ServerResponse } from 'node:http';

/** Lifetime of a cached preflight response, in seconds. */
const MAX_AGE = 3600;

/**
 * Lets pages of any origin use this server. Requests contain no cookies, so only the signature grants access.
 * Every response has the header, so that pages can read errors too.
 */
export function allowAnyOrigin(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader(
    'Access-Control-Expose-Headers',
    'ETag, Content-Range, Content-Length, Accept-Ranges, Last-Modified, x-amz-request-id',
  );
}

/** Answers a preflight request, which browsers send without a signature. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, PUT, POST, DELETE');
  const headers = request.headers['access-control-request-headers'];
  if (headers !== undefined) response.setHeader('Access-Control-Allow-Headers', headers);
  response.setHeader('Access-Control-Max-Age', String(MAX_AGE));
  response.setHeader('Vary', 'Access-Control-Request-Headers');
  response.writeHead(204).end();
}
