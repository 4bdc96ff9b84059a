import { metric } from '@secure-preview/service-kit';

export const eventStreams = metric.gauge('portal_event_streams', 'Open event streams of viewers.');

/** Limits that refuse a stream. */
export type StreamLimit = 'gateway' | 'session' | 'address';

export const streamsRefused = metric.counter(
  'portal_event_streams_refused_total',
  'Event streams refused, by exceeded limit.',
  ['limit'],
);
for (const limit of ['gateway', 'session', 'address'] satisfies StreamLimit[])
  streamsRefused.inc({ limit }, 0);
