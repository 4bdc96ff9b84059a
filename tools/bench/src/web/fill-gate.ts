import type { Page } from 'playwright-core';

/** Opens the gate, fills in the form, and waits for the prefetches: visitors take longer to type. */
export async function fillGate(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Full name' }).fill(name);
  await page.getByRole('textbox', { name: 'Email address' }).fill('visitor@example.com');
  await page.getByRole('checkbox').check();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('trailer-player')),
  );
  await page.waitForLoadState('networkidle');
}
