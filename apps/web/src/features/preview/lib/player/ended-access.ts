import type { AccessEndedReason } from '@secure-preview/contracts';
import { endedReasonInText } from '../../../../lib/http-error.js';

/** HTTP status of `ACCESS_ENDED`. Repeated here, so that the gate does not load the table of all errors. */
const ENDED_STATUS = 403;

/**
 * Calls a listener if the response to a request of the player contains the error `ACCESS_ENDED`. hls.js reports only
 * the status, which the object store also sends for an expired URL, and only after retries.
 */
export function watchEndedAccess(xhr: XMLHttpRequest, onEnded: (reason: AccessEndedReason) => void): void {
  xhr.addEventListener('loadend', () => {
    const reason = xhr.status === ENDED_STATUS && endedReasonInText(textOf(xhr.response));
    if (reason) onEnded(reason);
  });
}

/** Returns the text of a response. Segments and keys are requested as buffers. */
function textOf(response: unknown): string {
  if (response instanceof ArrayBuffer) return new TextDecoder().decode(response);
  return typeof response === 'string' ? response : '';
}
