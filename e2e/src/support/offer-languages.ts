import type { Page } from '@playwright/test';

/** Offers these languages to a page. @param settings other values of the configuration for the page */
export async function offerLanguages(
  page: Page,
  languages: readonly string[],
  settings: object = {},
): Promise<void> {
  await page.route('**/api/config*', async (route) => {
    const response = await route.fetch();
    const config = (await response.json()) as object;
    await route.fulfill({ response, json: { ...config, languages, ...settings } });
  });
}
