import type { Browser } from 'playwright-core';

/** Seconds of the page at rest that are looked at. */
const SECONDS = 8;

/**
 * What the background costs the page's own thread, in milliseconds for each frame: all the time the thread was busy
 * while the gate stood still and the stars moved.
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
    if (!task) throw new Error('The browser does not tell how long its tasks take');
    return task.value;
  };
  // What is fetched ahead while the visitor types comes first.
  await page.waitForLoadState('networkidle');
  const before = await busySeconds();
  // Nothing in the page asks for frames here, so the clock counts them: 60 in a second.
  await page.waitForTimeout(SECONDS * 1000);
  const busy = (await busySeconds()) - before;
  await context.close();
  return (busy * 1000) / (SECONDS * 60);
}
