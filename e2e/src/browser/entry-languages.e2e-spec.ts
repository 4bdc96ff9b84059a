import { Visitor } from '../support/browser.js';
import { offerLanguages } from '../support/offer-languages.js';
import { expect, test } from '../support/test.js';

/** Languages with the text that leads to the form for a request. */
const languages = [
  { tag: 'en', request: 'Request access' },
  { tag: 'de', request: 'Zugang anfragen' },
  { tag: 'fr', request: 'Demander l’accès' },
  { tag: 'es', request: 'Solicitar acceso' },
  { tag: 'zh-Hans', request: '申请访问' },
  { tag: 'ar', request: 'طلب الدخول' },
] as const;

/** Mixes directions and digits with those of the page. */
const NAME = 'Ben 7 سارة';

/** Checks that the page fits its window at both sizes, and has no findings of axe. */
async function expectSound(visitor: Visitor): Promise<void> {
  for (const device of ['narrow', 'desktop'] as const) {
    await visitor.resize(device);
    expect(await visitor.overflow()).toBe(0);
  }
  expect(await visitor.accessibilityViolations()).toEqual([]);
  await visitor.resize('narrow');
}

for (const { tag, request } of languages) {
  test(`code, request and ended access in ${tag} fit windows and have no axe violations`, async ({
    browser,
    portal,
  }) => {
    const visitor = await Visitor.arrive(browser, portal.url, { device: 'narrow', path: null });
    const { page } = visitor;
    await offerLanguages(page, [tag], { gateMode: 'verified' });
    await page.goto(portal.url);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await page.locator('[name=name]').fill(NAME);
    await page.locator('[name=email]').fill(`1sara-${tag.toLowerCase()}@example.com`);
    await page.getByRole('checkbox').check();
    await page.locator('form [type=submit]').click();
    await expect(page.locator('[autocomplete=one-time-code]')).toBeVisible();
    await expectSound(visitor);

    await page.getByRole('button', { name: request }).click();
    await expect(page.locator('textarea')).toBeVisible();
    await expectSound(visitor);

    const ended = { authenticated: false, uploadAuthenticated: false, viewer: null, accessEnded: 'notBegun' };
    await page.route('**/api/auth/status', (route) => route.fulfill({ json: ended }));
    await page.goto(portal.url);
    await expect(page.locator('form')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectSound(visitor);
  });
}
