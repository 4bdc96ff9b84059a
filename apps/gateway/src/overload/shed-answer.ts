import { type ErrorBody, errorCodes, errorMessage, RETRY_AFTER_PARAM } from '@secure-preview/contracts';
import type { Request, Response } from 'express';
import { stateOf } from '../http/portal-request.js';

/** Range of Retry-After in seconds. Random, so that refused clients do not all return at once. */
const RETRY_SECONDS = { least: 1, most: 3 };

const retryAfter = (): number => {
  const { least, most } = RETRY_SECONDS;
  return least + Math.floor(Math.random() * (most - least + 1));
};

/** Page that reloads itself. It has no other files, since those would be refused too. */
const page = (seconds: number) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${seconds}"><title>One moment</title>
<body style="margin:0;min-height:100vh;display:grid;place-items:center;background:#05060a;color:#e8e6df;font:1.1rem/1.6 system-ui">
<p role="status" style="padding:2rem;text-align:center">Very many visitors are here right now.<br>This page opens by itself in a moment.
`;

const CODE = 'SERVICE_UNAVAILABLE';
const { status: STATUS } = errorCodes[CODE];

/**
 * Returns the standard error body. Built without an Error, whose stack would be an eighth of the cost of
 * refusing.
 */
function errorText(seconds: number, requestId: string): string {
  const params = { [RETRY_AFTER_PARAM]: seconds };
  const message = errorMessage(CODE, params);
  const body: ErrorBody = { message, code: CODE, params, statusCode: STATUS, requestId };
  return JSON.stringify(body);
}

/**
 * Refuses a request with as little work as possible: with a page where a browser opens one, else with the
 * standard error body.
 */
export function sendShed(request: Request, response: Response): void {
  const seconds = retryAfter();
  const wantsPage = !request.path.startsWith('/api/') && (request.get('accept') ?? '').includes('text/html');
  const body = wantsPage ? page(seconds) : errorText(seconds, stateOf(request).requestId);
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
