import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppError, MINUTE_MS } from '@secure-preview/contracts';
import type { Response } from 'express';
import type { RequestContext } from '../http/request-context.js';

const REQUEST_HEADERS = ['range', 'if-range'] as const;
const RESPONSE_HEADERS = [
  'content-type',
  'content-length',
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
];
const RELAYED_STATUSES = new Set([200, 206]);
/** Content-Range of a 416 response: the size of the object (RFC 9110, 14.4). */
const UNSATISFIED_RANGE = /^bytes \*\/\d+$/;

/** How much of an object was sent to a browser. `part` includes a transfer that the browser aborted. */
export type SentAmount = 'whole' | 'part' | 'nothing';

/**
 * Returns whether a response of the store covers the whole object. A range from the first to the last byte does.
 */
function isWhole({ statusCode, headers }: IncomingMessage): boolean {
  if (statusCode !== 206) return statusCode === 200;
  const [, from, to, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  return from === '0' && Number(to) + 1 === Number(size);
}

/** Relays objects of the store to browsers that cannot reach it. */
@Injectable()
export class ObjectRelayService implements OnApplicationShutdown {
  /** Milliseconds. */
  protected readonly timeouts = {
    /** Limit for the store to begin its response, including connecting. */
    response: 8000,
    /** Limit for a pause of the store while the browser could receive more. */
    store: 8000,
    /** Limit for a pause in sending to the browser. */
    browser: MINUTE_MS,
  };
  private readonly http = new HttpAgent({ keepAlive: true });
  private readonly https = new HttpsAgent({ keepAlive: true });

  onApplicationShutdown(): void {
    this.http.destroy();
    this.https.destroy();
  }

  /**
   * Sends an object to the browser.
   *
   * @throws AppError `NOT_FOUND`; `SERVICE_UNAVAILABLE` if the store is unavailable or stops sending
   */
  async send(url: string, { request, response }: RequestContext): Promise<SentAmount> {
    const clientLeft = new AbortController();
    let storeFailed = false;
    let amountIfAborted: SentAmount = 'nothing';
    let amountIfComplete: SentAmount = 'part';
    /** Bytes that the store has not sent yet; NaN if their number is unknown. */
    let bytesLeft = Number.NaN;
    response.once('close', () => clientLeft.abort());
    const headers: Record<string, string> = {};
    for (const name of REQUEST_HEADERS) {
      const value = request.get(name);
      if (value !== undefined) headers[name] = value;
    }
    try {
      const canWrite = () => !response.writableNeedDrain;
      const stored = await this.requestObject(new URL(url), headers, canWrite, clientLeft.signal);
      stored.once('error', () => {
        storeFailed = !clientLeft.signal.aborted;
      });
      const status = stored.statusCode ?? 0;
      if (!RELAYED_STATUSES.has(status)) {
        // Discards the body, because it names keys of the store. Reading it frees the connection.
        stored.resume();
        if (status === 416) return refuseRange(response, stored.headers['content-range']);
        throw status === 404
          ? new AppError('NOT_FOUND')
          : new Error(`the store responded with status ${status}`);
      }
      for (const name of RESPONSE_HEADERS) {
        const value = stored.headers[name];
        if (value !== undefined) response.setHeader(name, value);
      }
      response.status(status).setTimeout(this.timeouts.browser, () => response.destroy());
      // The edge and the pipeline together add more listeners than the 10 at which Node warns of a leak.
      response.setMaxListeners(20);
      amountIfAborted = 'part';
      if (isWhole(stored)) amountIfComplete = 'whole';
      bytesLeft = Number(stored.headers['content-length']);
      stored.on('data', (chunk: Buffer) => {
        bytesLeft -= chunk.length;
      });
      await pipeline(stored, response);
      return amountIfComplete;
    } catch (error) {
      // Players abort requests when the viewer seeks or leaves, so this is not an error.
      if (clientLeft.signal.aborted && !storeFailed) {
        if (!response.headersSent) response.writeHead(200);
        // A browser may close the connection right after the last byte, before the pipeline has ended.
        return bytesLeft === 0 ? amountIfComplete : amountIfAborted;
      }
      throw error instanceof AppError ? error : new AppError('SERVICE_UNAVAILABLE', { cause: error });
    }
  }

  private requestObject(
    url: URL,
    headers: Record<string, string>,
    canWrite: () => boolean,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request =
        url.protocol === 'https:'
          ? httpsRequest(url, { agent: this.https, headers, signal })
          : httpRequest(url, { agent: this.http, headers, signal });
      const onTimeout = () => request.destroy(new Error('the store did not respond in time'));
      const timer = setTimeout(onTimeout, this.timeouts.response);
      request
        .once('response', (response) => {
          clearTimeout(timer);
          request.setTimeout(this.timeouts.store, () => {
            if (canWrite()) response.destroy(new Error('the store stopped sending'));
          });
          resolve(response);
        })
        .once('close', () => clearTimeout(timer))
        .on('error', (error: NodeJS.ErrnoException) => {
          // The store may close an idle connection just as it is reused.
          if (request.reusedSocket && error.code === 'ECONNRESET') {
            resolve(this.requestObject(url, headers, canWrite, signal));
          } else reject(error);
        })
        .end();
    });
  }
}

/** Answers a range beyond the end of the object (RFC 9110, 15.5.17). */
function refuseRange(response: Response, contentRange = ''): SentAmount {
  if (UNSATISFIED_RANGE.test(contentRange)) response.setHeader('Content-Range', contentRange);
  response.status(416).end();
  return 'nothing';
}
