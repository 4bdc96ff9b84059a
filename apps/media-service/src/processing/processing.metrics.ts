import { metric } from '@secure-preview/service-kit';

/** Histogram bounds in seconds, from an empty sweep to the encoding of a long video. */
export const WORK_SECONDS = [0.1, 0.5, 1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200];

export const stepDuration = metric.seconds(
  'portal_processing_step_duration_seconds',
  'Duration of one processing step: download, probe, remux, encode, store, index, check, match, read.',
  ['step'],
  WORK_SECONDS,
);
export const processed = metric.counter(
  'portal_trailers_processed_total',
  'Uploads whose processing has ended, by outcome (ready, incomplete if a size is missing, or failed).',
  ['outcome'],
);
for (const outcome of ['ready', 'incomplete', 'failed'] as const) processed.inc({ outcome }, 0);
