import { randomInt } from 'node:crypto';
import { type ErrorBody, errorCodes, errorMessage, RETRY_AFTER_PARAM } from '@secure-preview/contracts';
import type { Request, Response } from 'express';
import { stateOf } from '../http/portal-request.js';

/** Returns a page that reloads itself. It loads no other files, because those would be rejected too. */
const page = (seconds: number) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${seconds}"><title>One moment</title>
<body style="margin:0;min-height:100vh;display:grid;place-items:center;background:#05060a;color:#e8e6df;font:1.1rem/1.6 system-ui">
<p role="status" style="padding:2rem;text-align:center">Very many visitors are here right now.<br>This page opens by itself in a moment.
`;

const CODE = 'SERVICE_UNAVAILABLE';
const { status: STATUS } = errorCodes[CODE];

/**
 * Returns the standard error body. Creates no Error: recording its stack would take an eighth of the time of a
 * rejection.
 */
function errorJson(seconds: number, requestId: string): string {
  const params = { [RETRY_AFTER_PARAM]: seconds };
  const message = errorMessage(CODE, params);
  const body: ErrorBody = { message, code: CODE, params, statusCode: STATUS, requestId };
  return JSON.stringify(body);
}

/**
 * Rejects a request with as little work as possible. Browsers that open a page get a page; other clients get
 * the standard error body.
 */
export function sendShed(request: Request, response: Response): void {
  // 1 to 3, at random: rejected clients must not all return at once.
  const seconds = randomInt(1, 4);
  const wantsPage = !request.path.startsWith('/api/') && (request.get('accept') ?? '').includes('text/html');
  const body = wantsPage ? page(seconds) : errorJson(seconds, stateOf(request).requestId);
  response.writeHead(STATUS, {
    'content-type': wantsPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'retry-after': String(seconds),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
