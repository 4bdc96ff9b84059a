import { metric } from '@secure-preview/service-kit';

export const requestDuration = metric.seconds(
  'portal_s3_request_duration_seconds',
  'Time of a request to object storage until its response begins, including retries, by operation and outcome ' +
    '(ok, refused with a 4xx, or error).',
  ['operation', 'outcome'],
);
