import { type Outcome, sumOf } from '@secure-preview/testing';
import type { Row } from '../report.js';

/** A counter of rejected leads: its process, metric and labels. */
interface Counter {
  readonly title: string;
  readonly process: string;
  readonly metric: string;
  readonly labels: Record<string, string>;
}

const shed = (reason: string): Counter => ({
  title: `rejected by the gateway: ${reason}`,
  process: 'gateway',
  metric: 'portal_http_requests_shed_total',
  labels: { class: 'lead', reason },
});
const unanswered = (outcome: string): Counter => ({
  title: `calls with ${outcome}`,
  process: 'gateway',
  metric: 'portal_rpc_client_call_duration_seconds_count',
  labels: { rpc_service: 'analytics', outcome },
});

/** Places at which a lead can be rejected. */
const counters: readonly Counter[] = [
  shed('in_flight'),
  shed('event_loop'),
  unanswered('SERVICE_UNAVAILABLE'),
  unanswered('DEADLINE_EXCEEDED'),
  {
    title: 'rejected by analytics-service after a long wait',
    process: 'analytics-service',
    metric: 'portal_rpc_server_refused_calls_total',
    labels: {},
  },
];

/** Reads the counters of rejected leads. @param ports internal ports by process */
export async function readRejections(ports: Record<string, number>): Promise<Record<string, number>> {
  const texts = new Map<string, string>();
  for (const name of new Set(counters.map(({ process }) => process)))
    texts.set(name, await (await fetch(`http://127.0.0.1:${ports[name]}/metrics`)).text());
  return Object.fromEntries(
    counters.map(({ title, process, metric, labels }) => [
      title,
      sumOf(texts.get(process) ?? '', metric, labels) ?? 0,
    ]),
  );
}

/** Returns the rejected leads of a run by cause, and by HTTP status (0 when the connection broke). */
export function rejectionRows(
  label: string,
  before: Record<string, number>,
  after: Record<string, number>,
  outcomes: readonly Outcome[],
): Row[] {
  const counts = new Map<string, number>();
  for (const [title, value] of Object.entries(after)) counts.set(title, value - (before[title] ?? 0));
  for (const { succeeded, status } of outcomes) {
    const title = `status ${status}`;
    if (!succeeded) counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, value]) => value > 0)
    .map(([title, value]) => ({ name: `${label}: ${title}`, value, unit: 'leads' }));
}
