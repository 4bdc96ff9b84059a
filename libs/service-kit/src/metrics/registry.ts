import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What this process tells Prometheus. */
const registry = new Registry();
let collectsProcess = false;

/** Upper bounds in seconds: from an answer out of memory to what a caller gives up on. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counters and the like belong to the process, as Prometheus has it: each is made once, where it is counted. Labels
 * take few values: route templates, call patterns and codes, never a path, an id or what somebody typed. None is named
 * like a label that scrapers give to targets (job, instance, service, pod, namespace, container, endpoint).
 */
export const metric = {
  counter: <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name, help, labelNames, registers: [registry] }),
  gauge: <Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
    /** Sets the gauge when Prometheus asks. */
    collect?: (gauge: Gauge<Label>) => void | Promise<void>,
  ): Gauge<Label> =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      ...(collect && {
        collect() {
          return collect(this);
        },
      }),
    }),
  /** @param buckets upper bounds in seconds */
  seconds: <Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
    buckets: readonly number[] = REQUEST_SECONDS,
  ) => new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [registry] }),
};

/** Seconds since a `performance.now()`. */
export const secondsSince = (start: number): number => (performance.now() - start) / 1000;

/** Content type of `metricsText`. */
export const metricsType = registry.contentType;

/** All metrics in Prometheus's text format; those of the process itself from the first call on. */
export async function metricsText(): Promise<string> {
  collectProcessMetrics();
  return registry.metrics();
}

/** Begins to measure processor, memory, event loop and garbage collection. */
export function collectProcessMetrics(): void {
  if (collectsProcess) return;
  collectsProcess = true;
  collectDefaultMetrics({ register: registry });
}
