import { EVENT_STREAM_TYPE } from '@secure-preview/contracts';
import type { Request, Response } from 'express';
import onHeaders from 'on-headers';
import { stateOf } from './portal-request.js';

/** Returns whether the headers of a response begin an event stream. */
export function isEventStream(response: Response): boolean {
  return response.statusCode === 200 && `${response.getHeader('content-type')}`.startsWith(EVENT_STREAM_TYPE);
}

/**
 * Calls a listener once a request is answered: when its response closes, or when its event stream begins. Streams stay
 * open for hours, which is not the time that the portal took to answer.
 */
export function onceAnswered(
  request: Request,
  response: Response,
  listener: (isStream: boolean) => void,
): void {
  if (stateOf(request).route?.produces !== EVENT_STREAM_TYPE) {
    response.once('close', () => listener(false));
    return;
  }
  const answered = () => listener(false);
  response.once('close', answered);
  onHeaders(response, () => {
    if (response.destroyed || !isEventStream(response)) return;
    response.off('close', answered);
    listener(true);
  });
}
