import { metric } from '@secure-preview/service-kit';

export const leadsAboveAlarm = metric.counter(
  'portal_leads_above_alarm_total',
  'Lead captures beyond LEADS_PER_MINUTE_ALARM within a minute, across all addresses. None is refused.',
);
