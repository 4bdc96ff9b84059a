import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics of this process. */
const registry = new Registry();
let collectsProcess = false;

/** Upper bounds in seconds: from a response from memory to a timeout. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Creates metrics of the process. Create each metric once, in the module that updates it. Labels have few values:
 * route templates, call patterns and codes, never paths, ids or user input. Do not use label names that
 * scrapers add (job, instance, service, pod, namespace, container, endpoint).
 */
export const metric = {
  counter: <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name, help, labelNames, registers: [registry] }),
  gauge: <Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
    /** Sets the gauge at scrape time. */
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

/** Returns the seconds since `start`, a `performance.now()`. */
export const secondsSince = (start: number): number => (performance.now() - start) / 1000;

/** Content type of `metricsText`. */
export const metricsType = registry.contentType;

/**
 * Returns all metrics in Prometheus's text format, including the metrics of the process itself.
 */
export async function metricsText(): Promise<string> {
  collectProcessMetrics();
  return registry.metrics();
}

/**
 * Milliseconds between two checks of the event loop. The library's default of 10 ms takes a quarter of the CPU of an idle
 * process.
 */
const LAG_RESOLUTION_MS = 100;

/** Starts measuring CPU, memory, event loop and garbage collection. */
export function collectProcessMetrics(): void {
  if (collectsProcess) return;
  collectsProcess = true;
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_RESOLUTION_MS });
}
