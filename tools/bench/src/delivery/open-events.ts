import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

/** Limit for the headers of a stream, in milliseconds. */
const OPEN_MS = 60_000;

/**
 * Opens the event stream of a viewer. Returns a function that closes it.
 *
 * @throws Error unless the stream is opened in time
 */
export async function openEvents(url: string, cookie: string, trailerId: string): Promise<() => void> {
  const request = get(`${url}/api/events?trailerId=${trailerId}`, { agent: false, headers: { cookie } });
  const [response] = (await once(request, 'response', {
    signal: AbortSignal.timeout(OPEN_MS),
  })) as [IncomingMessage];
  // Closing a stream resets its connection.
  request.on('error', () => undefined);
  response.on('error', () => undefined).resume();
  if (response.statusCode === 200) return () => request.destroy();
  request.destroy();
  throw new Error(`a stream was refused with ${response.statusCode}`);
}
