import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Crowd } from './crowd.js';
import { memoryNow, observe, type Pids, type Usage } from './processes.js';
import type { Tally } from './tally.js';
import type { Site } from './viewer.js';

/** Milliseconds between the arrivals of two successive viewers. */
const RAMP_MS = 60;

export interface Plan {
  viewers: number;
  minutes: number;
  /** Seconds of watching before the measurement starts. */
  warmUp: number;
}

export interface Outcome {
  tally: Tally;
  usage: Record<string, Usage>;
  /** Resident memory before the first viewer, in MB. */
  memoryBefore: Record<string, number>;
  viewerMinutes: number;
  seconds: number;
  /** CPU seconds of the load generator. */
  crowdCpu: number;
  /** Load average of the last minute, at the beginning and at the end. */
  load: [number, number];
}

/** Runs a crowd of viewers at a site, and measures the processes of the site meanwhile. */
export async function observeCrowd(
  site: Omit<Site, 'sign'> & { linkSecret?: string },
  pids: () => Pids,
  { viewers, minutes, warmUp }: Plan,
): Promise<Outcome> {
  const memoryBefore = memoryNow(pids());
  const crowd = await Crowd.start({ ...site, count: viewers, rampMs: viewers * RAMP_MS });
  try {
    await sleep(warmUp * 1000);
    const loadBefore = loadavg()[0] ?? 0;
    crowd.count();
    const processes = () => ({ ...pids(), crowd: crowd.pid });
    const { crowd: generatorUsage, ...usage } = await observe(processes, minutes * 60);
    return {
      tally: await crowd.stop(),
      usage,
      memoryBefore,
      viewerMinutes: viewers * minutes,
      seconds: minutes * 60,
      crowdCpu: generatorUsage?.cpuSeconds ?? 0,
      load: [loadBefore, loadavg()[0] ?? 0],
    };
  } finally {
    crowd.end();
  }
}
