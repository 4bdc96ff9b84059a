import { metric } from '@secure-preview/service-kit';

/** Business metric. A repeated command is counted once. */
export const leadsCaptured = metric.counter(
  'portal_leads_captured_total',
  'Visitors who accepted the terms at the gate.',
);
