import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

/** Milliseconds between measured ticks. */
const RESOLUTION_MS = 20;
/** Milliseconds between evaluations of the ticks. */
const SAMPLE_MS = 250;
/**
 * Share of the available core above which this process itself causes the delay. Below it, the cause is another
 * process on the same core, such as a transcoder. Event loop utilization cannot distinguish the two cases.
 */
const BUSY_SHARE = 0.5;
/** CPU quota of a container: microseconds of CPU time, then microseconds of the period (cgroup v2). */
const QUOTA_FILE = '/sys/fs/cgroup/cpu.max';

/** Returns the share of a core, at most 1, that a CPU quota leaves to one thread; 1 without a quota. */
export function coresOf(quota: string): number {
  const [time, period] = quota.split(' ').map(Number);
  return Math.min(1, (time || Number.POSITIVE_INFINITY) / (period || 1));
}

function readCores(): number {
  try {
    return coresOf(readFileSync(QUOTA_FILE, 'utf8'));
  } catch {
    return 1;
  }
}

/** Measures the event loop delay that this process itself causes. */
export class LoopDelay {
  /** Milliseconds, smoothed over about half a second. */
  delayMs = 0;
  private readonly histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private cpu = process.cpuUsage();
  private sampledAt = performance.now();
  private timer: NodeJS.Timeout | undefined;

  /** @param cores share of a core that this process may use */
  constructor(private readonly cores = readCores()) {}

  start(): void {
    this.cpu = process.cpuUsage();
    this.sampledAt = performance.now();
    this.histogram.enable();
    this.timer = setInterval(() => this.sample(), SAMPLE_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.histogram.disable();
  }

  private sample(): void {
    const { user, system } = process.cpuUsage(this.cpu);
    const now = performance.now();
    const share = (user + system) / 1000 / (now - this.sampledAt);
    this.cpu = process.cpuUsage();
    this.sampledAt = now;
    // The mean is NaN without a single tick.
    const meanMs = (this.histogram.mean || 0) / 1e6 - RESOLUTION_MS;
    this.histogram.reset();
    const sampleMs = share < BUSY_SHARE * this.cores ? 0 : Math.max(0, meanMs);
    this.delayMs = (this.delayMs + sampleMs) / 2;
  }
}
