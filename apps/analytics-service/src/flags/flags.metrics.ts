import { flagKinds } from '@secure-preview/contracts';
import { metric } from '@secure-preview/service-kit';

export const flagsRaised = metric.counter('portal_flags_total', 'Flags raised, by kind.', ['kind']);
for (const kind of flagKinds) flagsRaised.inc({ kind }, 0);
