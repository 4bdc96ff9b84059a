import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

/** Milliseconds between the ticks that are looked at, and between looks at them. */
const RESOLUTION_MS = 20;
const SAMPLE_MS = 250;
/** Share of its time that a loop works from which its lateness is its own doing, and not that of other processes. */
const BUSY = 0.8;

/** By how much the event loop of this process is late because of all that it has to do. */
export class LoopDelay {
  private readonly histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private utilization = performance.eventLoopUtilization();
  private smoothedMs = 0;
  private timer: NodeJS.Timeout | undefined;

  /** Milliseconds, as they were in the last half second. */
  get delayMs(): number {
    return this.smoothedMs;
  }

  start(): void {
    this.histogram.enable();
    this.timer = setInterval(() => this.sample(), SAMPLE_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.histogram.disable();
  }

  private sample(): void {
    const since = this.utilization;
    this.utilization = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(this.utilization, since);
    // Without a single tick there is no mean.
    const meanMs = (this.histogram.mean || 0) / 1e6 - RESOLUTION_MS;
    this.histogram.reset();
    const sampleMs = utilization < BUSY ? 0 : Math.max(0, meanMs);
    this.smoothedMs = (this.smoothedMs + sampleMs) / 2;
  }
}
