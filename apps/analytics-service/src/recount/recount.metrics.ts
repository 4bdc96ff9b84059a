import { metric } from '@secure-preview/service-kit';
import { peopleChecks } from './recount.queries.js';

export const repairedSummaries = metric.counter(
  'portal_summaries_repaired_total',
  'Summaries of people that differed from the evidence and were repaired, by kind.',
  ['summary'],
);
for (const { name } of peopleChecks) repairedSummaries.inc({ summary: name }, 0);
