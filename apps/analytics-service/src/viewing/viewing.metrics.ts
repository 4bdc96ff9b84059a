import { metric } from '@secure-preview/service-kit';

/** Business metrics. A repeated command is counted once. */
export const plays = metric.counter('portal_plays_total', 'Viewing sessions started.');
export const completions = metric.counter(
  'portal_completions_total',
  'Viewing sessions that reported the end of the trailer.',
);
