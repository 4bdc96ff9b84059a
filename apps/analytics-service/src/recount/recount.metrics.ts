import { metric } from '@secure-preview/service-kit';

export const repairedSummaries = metric.counter(
  'portal_summaries_repaired_total',
  'Summaries of people that differed from the evidence and were repaired, by kind.',
  ['summary'],
);
