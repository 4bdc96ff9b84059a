import type { Page } from '@playwright/test';

/** Makes the portal offer these languages on a page. @param settings further values of the configuration */
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
