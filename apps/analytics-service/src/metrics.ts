import { metric } from '@secure-preview/service-kit';

/** What the portal is there for. Each is counted once, however often its command was sent. */
export const leadsCaptured = metric.counter(
  'portal_leads_captured_total',
  'Visitors who accepted the terms at the gate.',
);
export const plays = metric.counter('portal_plays_total', 'Viewing sessions that were begun.');
export const completions = metric.counter(
  'portal_completions_total',
  'Viewing sessions whose page reported the end of the trailer.',
);
