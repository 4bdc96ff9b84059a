import { flagKinds } from '@secure-preview/contracts';
import { metric } from '@secure-preview/service-kit';
import { flagCheckNames } from './flag-checks.js';

export const flagsRaised = metric.counter('portal_flags_total', 'Flags raised, by kind.', ['kind']);
for (const kind of flagKinds) flagsRaised.inc({ kind }, 0);

export const flagChecksFailed = metric.counter(
  'portal_flag_checks_failed_total',
  'Checks for flags that failed, for all visits or for one of them.',
  ['check'],
);
for (const check of flagCheckNames) flagChecksFailed.inc({ check }, 0);
