import type { Browser } from 'playwright-core';

/** Duration of the measurement, in seconds. */
const SECONDS = 8;

/**
 * Returns the main-thread time of the background in milliseconds per frame, while the gate is idle and the stars
 * move.
 */
export async function skyCost(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('.scene canvas').waitFor({ state: 'attached' });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  const busySeconds = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const task = metrics.find(({ name }) => name === 'TaskDuration');
    if (!task) throw new Error('The browser does not report task durations');
    return task.value;
  };
  // Waits for the prefetches of the gate.
  await page.waitForLoadState('networkidle');
  const before = await busySeconds();
  // Assumes 60 frames per second, because the page exposes no frame count.
  await page.waitForTimeout(SECONDS * 1000);
  const busy = (await busySeconds()) - before;
  await context.close();
  return (busy * 1000) / (SECONDS * 60);
}
