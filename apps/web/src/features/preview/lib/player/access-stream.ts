import {
  accessEndedReason,
  type StreamEvent,
  streamEvent,
  streamLimits,
  streamsRoutes,
} from '@secure-preview/contracts';
import { addressOf } from '../../../../lib/http-client.js';
import { HttpError, retryAfterMs } from '../../../../lib/http-error.js';
import { checkAccess } from '../../api/viewing.js';
import { type OnAccessLost, reportLostAccess } from '../access-lost.js';
import { StreamParser } from './stream-lines.js';

/** Called when another version is shown, with its id, or when the terms of the next visit have changed. */
export type OnNews = (news: { shown: string } | { termsChanged: true }) => void;

/** Milliseconds without a comment after which a stream counts as broken: more than two are missing. */
const SILENT_MS = 2.5 * streamLimits.pingEveryMs;

interface AccessFollower {
  onAccessLost: OnAccessLost;
  onNews?: OnNews | undefined;
  /** Called when a stream has been opened (true) and when it has ended (false). */
  onOpen: (isOpen: boolean) => void;
}

/**
 * Keeps an event stream about the access to a trailer open, and reports when the access has ended
 * (docs/product.md#event-streams). Where no stream can be opened, the player's other requests report it.
 *
 * @returns a function that closes the stream
 */
export function followAccess(
  trailerId: string,
  { onAccessLost, onNews, onOpen }: AccessFollower,
): () => void {
  const closed = new AbortController();
  const endOnce: OnAccessLost = (reason) => {
    if (closed.signal.aborted) return;
    closed.abort();
    onAccessLost(reason);
  };
  void reconnect(trailerId, closed.signal, { onAccessLost: endOnce, onNews, onOpen });
  return () => closed.abort();
}

async function reconnect(trailerId: string, closed: AbortSignal, follower: AccessFollower): Promise<void> {
  let failures = 0;
  while (!closed.aborted) {
    let retryMs: number | undefined;
    try {
      retryMs = await readStream(trailerId, closed, follower);
      failures = 0;
    } catch (error) {
      if (closed.aborted || reportLostAccess(error, follower.onAccessLost)) return;
      failures += 1;
      // A proxy that is full names the same short time to all.
      retryMs = Math.max(retryAfterMs(error) ?? 0, backOffMs(failures));
    }
    await pause(retryMs ?? backOffMs(failures), closed);
  }
}

/** Returns a random delay, so that not all pages return at once. It doubles with each failure. */
function backOffMs(failures: number): number {
  const { retryMs, maxRetryMs } = streamLimits;
  const firstMs = retryMs.min + Math.random() * (retryMs.max - retryMs.min);
  return Math.min(maxRetryMs, firstMs * 2 ** Math.max(0, failures - 1));
}

/**
 * Reads a stream until it ends.
 *
 * @returns the delay after which to reconnect, if the gateway has sent one
 * @throws HttpError for a refused stream, TypeError without a connection
 */
async function readStream(
  trailerId: string,
  closed: AbortSignal,
  follower: AccessFollower,
): Promise<number | undefined> {
  const aborted = new AbortController();
  const abort = () => aborted.abort();
  closed.addEventListener('abort', abort);
  let silence = setTimeout(abort, SILENT_MS);
  try {
    const address = addressOf(streamsRoutes.open, {}, { trailerId });
    const response = await fetch(address, { credentials: 'include', signal: aborted.signal });
    if (!response.ok) throw new HttpError(response.status, response.statusText, await response.text());
    let retryMs: number | undefined;
    await readText(response, async (text, parser) => {
      // Some proxies send the headers at once, but no events.
      follower.onOpen(true);
      clearTimeout(silence);
      silence = setTimeout(abort, SILENT_MS);
      const lines = parser.push(text);
      retryMs = lines.retryMs ?? retryMs;
      for (const data of lines.data) await handle(data, trailerId, closed, follower);
    });
    return retryMs;
  } finally {
    follower.onOpen(false);
    clearTimeout(silence);
    closed.removeEventListener('abort', abort);
  }
}

async function readText(
  { body }: Response,
  onText: (text: string, parser: StreamParser) => Promise<void>,
): Promise<void> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  const parser = new StreamParser();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    await onText(decoder.decode(part.value, { stream: true }), parser);
}

async function handle(
  data: string,
  trailerId: string,
  closed: AbortSignal,
  { onAccessLost, onNews }: AccessFollower,
): Promise<void> {
  const event = parsed(data);
  if (event?.kind === 'ended') {
    // A newer gateway may send reasons that this version does not recognize.
    onAccessLost(accessEndedReason.safeParse(event.reason).data ?? 'visitEnded');
  }
  if (event?.kind === 'shown' && event.trailerId) onNews?.({ shown: event.trailerId });
  if (event?.kind === 'terms') onNews?.({ termsChanged: true });
  // Another tab may have begun another session, with which this page continues.
  if (event?.kind === 'signedOut') await checkAccess(trailerId, closed);
}

/** Returns an event; undefined for one of a newer gateway. */
function parsed(data: string): StreamEvent | undefined {
  try {
    return streamEvent.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

function pause(ms: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      ended.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    ended.addEventListener('abort', end);
    if (ended.aborted) end();
  });
}
