import { metric } from '@secure-preview/service-kit';

const OUTCOMES = ['sent', 'refused', 'uncertain', 'waiting'] as const;

export const mailAttempts = metric.counter(
  'portal_mail_attempts_total',
  'Attempts to send a mail, by outcome (sent, refused, uncertain, or waiting for another attempt).',
  ['outcome'],
);
for (const outcome of OUTCOMES) mailAttempts.inc({ outcome }, 0);
