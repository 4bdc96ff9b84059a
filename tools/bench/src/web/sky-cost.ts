import type { Browser } from 'playwright-core';

/** Seconds of observation of the idle page. */
const SECONDS = 8;

/**
 * Returns the cost of the background on the main thread, in milliseconds per frame: the busy time while the
 * gate is idle and the stars move.
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
  // Wait for the prefetches that run while a visitor types.
  await page.waitForLoadState('networkidle');
  const before = await busySeconds();
  // Nothing in the page requests frames here, so they are counted by time: 60 per second.
  await page.waitForTimeout(SECONDS * 1000);
  const busy = (await busySeconds()) - before;
  await context.close();
  return (busy * 1000) / (SECONDS * 60);
}
