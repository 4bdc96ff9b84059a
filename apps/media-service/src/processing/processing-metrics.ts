import { metric } from '@secure-preview/service-kit';
import { WORK_SECONDS } from '../jobs/job-metrics.js';

export const stepDuration = metric.seconds(
  'portal_processing_step_duration_seconds',
  'Time of one step of making a trailer: download, probe, remux, encode, store.',
  ['step'],
  WORK_SECONDS,
);
export const processed = metric.counter(
  'portal_trailers_processed_total',
  'Uploads whose processing came to an end: ready once they can be played, incomplete where a size is missing, or failed.',
  ['outcome'],
);
for (const outcome of ['ready', 'incomplete', 'failed'] as const) processed.inc({ outcome }, 0);
