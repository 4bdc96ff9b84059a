import { metric } from '@secure-preview/service-kit';
import { uploadKinds } from './upload-ticket.js';

export const urlsIssued = metric.counter(
  'portal_upload_urls_issued_total',
  'Upload URLs issued, by kind (video, poster, logo, keyArt or clip).',
  ['kind'],
);
export const uploadsAccepted = metric.counter(
  'portal_uploads_accepted_total',
  'Uploads accepted by their content, by kind (video, poster, logo, keyArt or clip).',
  ['kind'],
);
for (const kind of uploadKinds) {
  urlsIssued.inc({ kind }, 0);
  uploadsAccepted.inc({ kind }, 0);
}
