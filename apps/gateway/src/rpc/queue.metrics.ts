import type { RpcListClient, RpcQueue } from '@secure-preview/rpc';
import { GaugeSources, metric, sharedRead } from '@secure-preview/service-kit';

type Queues = ReadonlyMap<string, RpcQueue>;

const sources = new GaugeSources<() => Promise<Queues>>();

/**
 * Registers a gauge with one series per service. Omits the series while Redis is unavailable, instead of
 * reporting 0.
 */
function queueGauge(name: string, help: string, read: (queue: RpcQueue) => number): void {
  metric.gauge(name, help, ['rpc_service'], async (gauge) => {
    gauge.reset();
    for (const [, readQueues] of sources) {
      for (const [service, queue] of await readQueues()) gauge.set({ rpc_service: service }, read(queue));
    }
  });
}

async function queuesOf(transport: RpcListClient, services: readonly string[]): Promise<Queues> {
  const queues = new Map<string, RpcQueue>();
  for (const service of services) {
    const queue = await transport.queueOf(service);
    if (queue) queues.set(service, queue);
  }
  return queues;
}

queueGauge(
  'portal_rpc_queue_length',
  'Remote calls waiting in the request list of a service; all gateways report the same value.',
  ({ waiting }) => waiting,
);
queueGauge(
  'portal_rpc_urgent_queue_length',
  'Urgent remote calls (lead captures) waiting in their own list, which is served first.',
  ({ urgentWaiting }) => urgentWaiting,
);
queueGauge(
  'portal_rpc_queue_limit',
  'Maximum length of the request list of a service; 0 without replicas.',
  ({ limit }) => limit,
);
queueGauge(
  'portal_rpc_service_replicas',
  'Replicas of a service that currently take calls.',
  ({ replicas }) => replicas,
);

/** Measures the request lists of services. @returns a function that stops the measurement */
export const watchQueues = (transport: RpcListClient, services: readonly string[]): (() => void) =>
  sources.add(
    'gateway',
    sharedRead(() => queuesOf(transport, services)),
  );
