/// <reference lib="dom" />
import type { Browser, Page } from 'playwright-core';
import { onSlowPhone } from './slow-phone.js';

/** Measurements of one first visit to the gate; times in milliseconds from the start of the navigation. */
export interface GateLoad {
  /** Bytes of scripts on the wire until the gate is usable. */
  scriptBytes: number;
  largestPaintMs: number;
  layoutShift: number;
  /** Time of long tasks beyond 50 ms each, from the first contentful paint until the page is idle. */
  blockingMs: number;
  usableMs: number;
}

const ROUNDS = 5;
/** Time without a long task or layout shift after which the page counts as idle, in milliseconds. */
const IDLE_MS = 2500;

interface Observations {
  firstPaintMs: number;
  largestPaintMs: number;
  layoutShift: number;
  longTasks: { start: number; duration: number }[];
  lastChange: number;
}
type MeasuredPage = typeof globalThis & { observations: Observations };

/** Collects measurements. Runs in the page before its scripts. */
function observe(): void {
  const observations: Observations = {
    firstPaintMs: 0,
    largestPaintMs: 0,
    layoutShift: 0,
    longTasks: [],
    lastChange: 0,
  };
  (globalThis as MeasuredPage).observations = observations;
  const observeEntries = (type: string, record: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        record(entry);
        observations.lastChange = performance.now();
      }
    }).observe({ type, buffered: true });
  observeEntries('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') observations.firstPaintMs = entry.startTime;
  });
  observeEntries('largest-contentful-paint', (entry) => {
    observations.largestPaintMs = entry.startTime;
  });
  observeEntries('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) observations.layoutShift += shift.value;
  });
  observeEntries('longtask', (entry) =>
    observations.longTasks.push({ start: entry.startTime, duration: entry.duration }),
  );
}

async function visit(page: Page, url: string): Promise<GateLoad> {
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'commit' });
  const usable = await page.waitForFunction(() => {
    const button = document.querySelector('button[type=submit]');
    if (!button) return null;
    const scripts = performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.endsWith('.js')) as PerformanceResourceTiming[];
    return {
      usableMs: performance.now(),
      scriptBytes: scripts.reduce((sum, script) => sum + script.encodedBodySize, 0),
    };
  });
  const usableState = (await usable.jsonValue()) as { usableMs: number; scriptBytes: number };
  await page.waitForFunction(
    (idleMs) => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const loadedAt = navigation?.loadEventEnd ?? 0;
      const { lastChange } = (globalThis as MeasuredPage).observations;
      return loadedAt > 0 && performance.now() - Math.max(lastChange, loadedAt) > idleMs;
    },
    IDLE_MS,
    { timeout: 60_000 },
  );
  const observations = await page.evaluate(() => (globalThis as MeasuredPage).observations);
  return {
    ...usableState,
    largestPaintMs: observations.largestPaintMs,
    layoutShift: observations.layoutShift,
    blockingMs: blockingTime(observations),
  };
}

/**
 * Returns the blocking time as Lighthouse defines it: the part of a task after the first contentful paint,
 * beyond 50 ms.
 */
function blockingTime({ longTasks, firstPaintMs }: Observations): number {
  return longTasks.reduce((sum, { start, duration }) => {
    const after = start + duration - Math.max(start, firstPaintMs);
    return sum + Math.max(0, after - 50);
  }, 0);
}

/** Measures several first visits to the gate. */
export async function gateLoads(browser: Browser, url: string): Promise<GateLoad[]> {
  const loads: GateLoad[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    loads.push(await onSlowPhone(browser, (page) => visit(page, url)));
  }
  return loads;
}
