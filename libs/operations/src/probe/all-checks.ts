import { accessChecks, logoutCheck } from './checks/access-checks.js';
import { cachingChecks } from './checks/caching-checks.js';
import { errorChecks } from './checks/error-checks.js';
import { exposureChecks } from './checks/exposure-checks.js';
import { forwardingChecks } from './checks/forwarding-checks.js';
import { headerChecks } from './checks/header-checks.js';
import { limitChecks } from './checks/limit-checks.js';
import { portChecks } from './checks/port-checks.js';
import { sessionChecks } from './checks/session-checks.js';
import { expiryCheck, storageChecks } from './checks/storage-checks.js';
import { transportChecks } from './checks/transport-checks.js';
import type { ProbeCheck } from './probe-context.js';

/**
 * Every check in order. Limit checks run after all checks that a 429 would disturb, followed by the logout.
 * The expiry check runs last, because it waits for a presigned URL to expire.
 */
export const allChecks: readonly ProbeCheck[] = [
  ...transportChecks,
  ...headerChecks,
  ...sessionChecks,
  ...accessChecks,
  ...storageChecks,
  ...forwardingChecks,
  ...cachingChecks,
  ...exposureChecks,
  ...portChecks,
  ...errorChecks,
  ...limitChecks,
  logoutCheck,
  expiryCheck,
];
