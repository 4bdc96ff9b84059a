import { addressKey } from '@secure-preview/service-kit';
import type { OutgoingAlert } from '@secure-preview/service-kit/outbox';
import type { NewAccessRequest } from './access-request.js';

/** Returns the alert about a stored request. */
export const alertOf = (id: string, { name, email, reason }: NewAccessRequest): OutgoingAlert => ({
  key: `access-requested:${id}`,
  kind: 'accessRequested',
  personKey: addressKey(email),
  ids: { requestId: id },
  details: { name, email, reason },
});
