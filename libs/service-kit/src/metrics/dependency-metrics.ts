import { GaugeSources } from './gauge-sources.js';
import { metric } from './registry.js';

/** State of each dependency: `ok`, or a short description of the problem. */
export type Readiness = Readonly<Record<string, string>>;

const checks = new GaugeSources<() => Promise<Readiness>>();

metric.gauge(
  'portal_dependency_up',
  'Dependencies of this process: usable (1) or not (0), as in /health/ready.',
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

/** Exports the state of dependencies. @returns function that stops it */
export const watchDependencies = (check: () => Promise<Readiness>): (() => void) =>
  checks.add('readiness', check);
