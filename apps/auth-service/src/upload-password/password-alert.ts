import type { OutgoingAlert } from '@secure-preview/service-kit/outbox';
import type { Attempt } from '../attempts/attempts.service.js';

/** Wrong attempts that cause an alert, within the time for which they are counted. */
export const ALERT_AFTER_TRIES = 5;

/** Returns the alert that the password was changed. */
export const passwordChanged = (commandId: string): OutgoingAlert => ({
  key: `upload-password-changed:${commandId}`,
  kind: 'uploadPassword',
  personKey: null,
  ids: { cause: 'changed' },
  details: { cause: 'changed' },
});

/** Returns the alert that a wrong password was entered several times. At most one is sent in 24 hours. */
export const passwordTried = ({ commandId, ip }: Attempt, tries: number): OutgoingAlert => ({
  key: `upload-password-tried:${commandId}`,
  kind: 'uploadPassword',
  personKey: 'tried',
  ids: { cause: 'tried' },
  details: { cause: 'tried', tries, address: ip },
});
