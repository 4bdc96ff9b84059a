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
/** Content-Range of a 416 response: the size of the object (RFC 9110, 14.4). */
const UNSATISFIED = /^bytes \*\/\d+$/;

/** How much of an object was sent to a browser. `part` includes a transfer that the browser aborted. */
export type Sent = 'whole' | 'part' | 'nothing';

/**
 * Returns whether a response of the store covers the whole object, even as a range from first to last byte.
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
    /** Until the store begins to respond, including the connection. */
    answer: 8000,
    /** While the store sends nothing, although the browser could take more. */
    store: 8000,
    /** While nothing is sent to the browser, or it reads nothing. */
    browser: 60_000,
  };
  private readonly http = new HttpAgent({ keepAlive: true });
  private readonly https = new HttpsAgent({ keepAlive: true });

  onApplicationShutdown(): void {
    this.http.destroy();
    this.https.destroy();
  }

  /**
   * @throws AppError `NOT_FOUND`; `SERVICE_UNAVAILABLE` if the store is unavailable or stops in the middle
   */
  async send(url: string, { request, response }: RequestContext): Promise<Sent> {
    const left = new AbortController();
    let broken = false;
    let begun: Sent = 'nothing';
    let all: Sent = 'part';
    /** Bytes that the store has not sent yet; NaN when it does not say how many there are. */
    let missing = Number.NaN;
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
        // Discards the body, which names keys and requests of the store. Reading it frees the connection.
        answer.resume();
        if (status === 416) return refuseRange(response, answer.headers['content-range']);
        throw status === 404 ? new AppError('NOT_FOUND') : new Error(`the store answered ${status}`);
      }
      for (const name of ANSWERED) {
        const value = answer.headers[name];
        if (value !== undefined) response.setHeader(name, value);
      }
      response.status(status).setTimeout(this.timeouts.browser, () => response.destroy());
      // The edge and the pipeline together add more listeners than the 10 at which Node warns of a leak.
      response.setMaxListeners(20);
      begun = 'part';
      if (isWhole(answer)) all = 'whole';
      missing = Number(answer.headers['content-length']);
      answer.on('data', (chunk: Buffer) => {
        missing -= chunk.length;
      });
      await pipeline(answer, response);
      return all;
    } catch (error) {
      // Not an error: players abort requests when the viewer seeks or leaves.
      if (left.signal.aborted && !broken) {
        if (!response.headersSent) response.writeHead(200);
        // A browser may close the connection right after the last byte, before the pipeline has ended.
        return missing === 0 ? all : begun;
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
          // The store may close an idle connection just as it is reused.
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
