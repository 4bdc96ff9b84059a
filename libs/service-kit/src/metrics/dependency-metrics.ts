import { GaugeSources } from './gauge-sources.js';
import { metric } from './registry.js';

/** State of each dependency: `ok`, or a short description of the problem. */
export type Readiness = Readonly<Record<string, string>>;

const checks = new GaugeSources<() => Promise<Readiness>>();

metric.gauge(
  'portal_dependency_up',
  'Availability of each dependency of this process (1 or 0), as in /health/ready.',
  ['dependency'],
  async (gauge) => {
    gauge.reset();
    for (const [, check] of checks) {
      for (const [dependency, state] of Object.entries(await check())) {
        gauge.set({ dependency }, state === 'ok' ? 1 : 0);
      }
    }
  },
);

/** Exports the state of dependencies. @returns function that stops the export */
export const watchDependencies = (check: () => Promise<Readiness>): (() => void) =>
  checks.add('readiness', check);
