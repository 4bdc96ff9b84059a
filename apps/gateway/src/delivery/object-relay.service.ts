import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppError } from '@secure-preview/contracts';
import type { Response } from 'express';
import type { RequestContext } from '../http/request-context.js';

const ASKED = ['range', 'if-range'] as const;
const ANSWERED = [
  'content-type',
  'content-length',
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
];
const PASSED_ON = new Set([200, 206]);
/** As a store answers 416: the size of the object (RFC 9110, 14.4). */
const UNSATISFIED = /^bytes \*\/\d+$/;

/** How much of an object a browser was sent; `part` also of a transfer that it broke off. */
export type Sent = 'whole' | 'part' | 'nothing';

/** Whether an answer of the store covers the object, also by a range from its first byte to its last. */
function isWhole({ statusCode, headers }: IncomingMessage): boolean {
  if (statusCode !== 206) return statusCode === 200;
  const [, from, to, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  return from === '0' && Number(to) + 1 === Number(size);
}

/** Sends on what lies at an address of the store, for browsers that cannot reach it. */
@Injectable()
export class ObjectRelayService implements OnApplicationShutdown {
  /** Milliseconds. */
  protected readonly timeouts = {
    /** Until the store has begun to answer, connection included. */
    answer: 8000,
    /** While the store sends nothing, although the browser would take it. */
    store: 8000,
    /** While nothing comes to the browser, or it takes nothing. */
    browser: 60_000,
  };
  private readonly http = new HttpAgent({ keepAlive: true });
  private readonly https = new HttpsAgent({ keepAlive: true });

  onApplicationShutdown(): void {
    this.http.destroy();
    this.https.destroy();
  }

  /** @throws AppError `NOT_FOUND`; `SERVICE_UNAVAILABLE` when the store is away or stops in the middle */
  async send(url: string, { request, response }: RequestContext): Promise<Sent> {
    const left = new AbortController();
    let broken = false;
    let begun: Sent = 'nothing';
    response.once('close', () => left.abort());
    const headers: Record<string, string> = {};
    for (const name of ASKED) {
      const value = request.get(name);
      if (value !== undefined) headers[name] = value;
    }
    try {
      const isWaiting = () => !response.writableNeedDrain;
      const answer = await this.ask(new URL(url), headers, isWaiting, left.signal);
      answer.once('error', () => {
        broken = !left.signal.aborted;
      });
      const status = answer.statusCode ?? 0;
      if (!PASSED_ON.has(status)) {
        // The body names keys and requests of the store: it is read for the connection's sake only.
        answer.resume();
        if (status === 416) return refuseRange(response, answer.headers['content-range']);
        throw status === 404 ? new AppError('NOT_FOUND') : new Error(`the store answered ${status}`);
      }
      for (const name of ANSWERED) {
        const value = answer.headers[name];
        if (value !== undefined) response.setHeader(name, value);
      }
      response.status(status).setTimeout(this.timeouts.browser, () => response.destroy());
      // Those of the edge and those of the pipeline are a few more than Node takes for a leak.
      response.setMaxListeners(20);
      begun = 'part';
      await pipeline(answer, response);
      return isWhole(answer) ? 'whole' : begun;
    } catch (error) {
      // Who seeks or leaves asks for segments that they do not wait for.
      if (left.signal.aborted && !broken) {
        if (!response.headersSent) response.writeHead(200);
        return begun;
      }
      throw error instanceof AppError ? error : new AppError('SERVICE_UNAVAILABLE', { cause: error });
    }
  }

  private ask(
    url: URL,
    headers: Record<string, string>,
    isWaiting: () => boolean,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const asked =
        url.protocol === 'https:'
          ? httpsRequest(url, { agent: this.https, headers, signal })
          : httpRequest(url, { agent: this.http, headers, signal });
      const late = () => asked.destroy(new Error('the store does not answer'));
      const timer = setTimeout(late, this.timeouts.answer);
      asked
        .once('response', (answer) => {
          clearTimeout(timer);
          asked.setTimeout(this.timeouts.store, () => {
            if (isWaiting()) answer.destroy(new Error('the store stopped in the middle'));
          });
          resolve(answer);
        })
        .once('close', () => clearTimeout(timer))
        .on('error', (error: NodeJS.ErrnoException) => {
          // A connection that was kept may have been closed at the other end at this very moment.
          if (asked.reusedSocket && error.code === 'ECONNRESET') {
            resolve(this.ask(url, headers, isWaiting, signal));
          } else reject(error);
        })
        .end();
    });
  }
}

/** Answers a range beyond the end of the object (RFC 9110, 15.5.17). */
function refuseRange(response: Response, contentRange = ''): Sent {
  if (UNSATISFIED.test(contentRange)) response.setHeader('Content-Range', contentRange);
  response.status(416).end();
  return 'nothing';
}
