import { metric } from '@secure-preview/service-kit';

export const urlsIssued = metric.counter(
  'portal_upload_urls_issued_total',
  'Upload URLs issued, by kind (video or poster).',
  ['kind'],
);
export const uploadsAccepted = metric.counter(
  'portal_uploads_accepted_total',
  'Uploads accepted by their content, by kind (video or poster).',
  ['kind'],
);
for (const kind of ['video', 'poster'] as const) {
  urlsIssued.inc({ kind }, 0);
  uploadsAccepted.inc({ kind }, 0);
}
