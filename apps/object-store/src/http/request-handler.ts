import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { authenticate } from '../signature/authenticate.js';
import type { Identity } from '../signature/identity.js';
import type { ObjectFiles } from '../storage/object-files.js';
import { allowAnyOrigin, answerPreflight } from './cors.js';
import { answerError, toS3Error } from './error-answer.js';
import { dropBody } from './request-body.js';
import { findOperation } from './router.js';
import { parseS3Request } from './s3-request.js';

/** Receives errors of this server, but not errors that clients cause. A pino logger has this interface. */
export interface ObjectStoreLogger {
  error(details: object, message: string): void;
}

export interface HandlerOptions {
  readonly identity: Identity;
  readonly files: ObjectFiles;
  readonly maxObjectBytes: number;
  readonly logger: ObjectStoreLogger | undefined;
}

/** No bucket can have this name. */
const HEALTH_PATH = '/-/health';

/** Handles one request. `waitsForContinue` is true if the client sends its body only after `100 Continue`. */
export type RequestHandler = (
  message: IncomingMessage,
  response: ServerResponse,
  waitsForContinue: boolean,
) => Promise<void>;

export function createRequestHandler(options: HandlerOptions): RequestHandler {
  const { identity, files, maxObjectBytes, logger } = options;

  async function handle(
    message: IncomingMessage,
    response: ServerResponse,
    acceptBody: () => void,
  ): Promise<void> {
    if (message.url === HEALTH_PATH && message.method === 'GET') {
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end('ok\n');
      return;
    }
    if (message.method === 'OPTIONS') {
      answerPreflight(message, response);
      return;
    }
    const request = parseS3Request(message);
    const payload = authenticate(request, identity, new Date());
    request.checkNames();
    await findOperation(request)({ request, payload, message, response, files, maxObjectBytes, acceptBody });
  }

  return async (message, response, waitsForContinue) => {
    const requestId = randomUUID();
    response.setHeader('x-amz-request-id', requestId);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    allowAnyOrigin(response);
    let waiting = waitsForContinue;
    const acceptBody = () => {
      if (waiting) response.writeContinue();
      waiting = false;
    };
    try {
      await handle(message, response, acceptBody);
    } catch (error) {
      // The client has disconnected and needs no response.
      if (response.destroyed || message.socket.destroyed) return;
      const refusal = toS3Error(error);
      if (refusal.status >= 500 && refusal.code !== 'NotImplemented') {
        logger?.error(
          { err: error, requestId, method: message.method },
          'object store failed to serve a request',
        );
      }
      // The client may or may not send the body, so the start of the next request is unknown.
      if (waiting) response.setHeader('Connection', 'close');
      answerError(message, response, refusal, requestId);
    }
    dropBody(message);
  };
}
