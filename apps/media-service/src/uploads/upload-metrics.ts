import { metric } from '@secure-preview/service-kit';

export const addressesIssued = metric.counter(
  'portal_upload_addresses_issued_total',
  'Addresses for an upload that were handed out, by kind (video or poster).',
  ['kind'],
);
export const uploadsAccepted = metric.counter(
  'portal_uploads_accepted_total',
  'Uploads that were taken as what they claim to be, by kind (video or poster).',
  ['kind'],
);
for (const kind of ['video', 'poster'] as const) {
  addressesIssued.inc({ kind }, 0);
  uploadsAccepted.inc({ kind }, 0);
}
