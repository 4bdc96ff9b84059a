import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type Device, Visitor } from '../support/browser.js';
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

/** Each mixes directions and digits with those of the page. */
const NAME = 'Ben 7 سارة';
const OWNER = 'Ada 9 ليلى';
const EMAIL = '1sara@example.com';
const OTHER_EMAIL = '2omar@example.com';

const REASONS = ['blocked', 'revoked', 'expired', 'notBegun', 'visitEnded'] as const;
const ERRORS = [
  { code: 'CODE_WRONG', params: { triesLeft: 4 } },
  { code: 'CODE_WRONG', params: { triesLeft: 0 } },
  { code: 'CODE_EXPIRED', params: {} },
  { code: 'TOO_MANY_REQUESTS', params: {} },
] as const;

/** Windows, with the current one first: drawing another one takes as much CPU as a check. */
const windows = ['laptop', 'narrow'] satisfies Device[];

/** Checks that the page fits phones and desktops, and shows all texts. */
async function expectFit(): Promise<void> {
  windows.reverse();
  for (const device of windows) {
    await visitor.resize(device);
    expect(await visitor.overflow()).toBe(0);
    expect(await visitor.cutTexts()).toEqual([]);
  }
}

/** Checks that the page fits, and has no findings of axe. */
async function expectSound(): Promise<void> {
  await expectFit();
  expect(await visitor.accessibilityViolations()).toEqual([]);
}

let visitor: Visitor;
let page: Page;
test.beforeAll(async ({ browser, portal }) => {
  // Loading the portal again takes less processor time than a new page.
  visitor = await Visitor.arrive(browser, portal.url, { device: 'phone', path: null });
  page = visitor.page;
  await page.addInitScript(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
});
test.afterAll(() => visitor.leave());

/** Prepares a new visitor, a language, and a mode of the gate in which addresses must be proved. */
async function prepare(tag: string): Promise<void> {
  await page.unrouteAll();
  await visitor.context.clearCookies();
  await offerLanguages(page, [tag], { gateMode: 'verified', ownerName: OWNER });
}

/** Loads the gate in a language. */
async function load(tag: string): Promise<void> {
  await page.goto(visitor.base);
  await expect(page.locator('html')).toHaveAttribute('lang', tag);
}

/** Loads the page with an invitation link that has this answer. */
async function openLink(json: object, status = 200): Promise<void> {
  await page.unroute('**/api/auth/invitation');
  await page.route('**/api/auth/invitation', (route) => route.fulfill({ status, json }));
  const fragment = `#invitation=${randomUUID()}.secret`;
  await page.evaluate((link) => history.replaceState(null, '', link), fragment);
  await page.reload();
}

const codeInput = () => page.locator('[autocomplete=one-time-code]');

for (const { tag, request } of languages) {
  test.describe(`in ${tag}`, () => {
    test.beforeEach(() => prepare(tag));

    test('code, its errors and a request of access fit windows and have no axe violations', async () => {
      const address = `1s${randomUUID().slice(0, 6)}@example.com`;
      await load(tag);
      await page.locator('[name=name]').fill(NAME);
      await page.locator('[name=email]').fill(address);
      await page.getByRole('checkbox').check();
      await page.locator('form [type=submit]').click();
      await expect(codeInput()).toBeVisible();
      await expectSound();
      expect(await visitor.isDrawnLeftToRight(address)).toBe(true);
      await expect(codeInput()).toHaveCSS('direction', 'ltr');

      for (const [index, { code, params }] of ERRORS.entries()) {
        const statusCode = code === 'TOO_MANY_REQUESTS' ? 429 : 400;
        const json = { message: 'Rejected', code, params, statusCode, requestId: 'r' };
        await page.route('**/api/auth/code/verify', (route) => route.fulfill({ status: statusCode, json }));
        // A code that was wrong is not sent again.
        await codeInput().fill(`12345${index}`);
        await expect(codeInput()).toHaveAttribute('aria-invalid', 'true');
        if (tag !== 'en') await expect(page.getByRole('alert')).not.toContainText('Rejected');
        await expectFit();
        await page.unroute('**/api/auth/code/verify');
        if (code !== 'TOO_MANY_REQUESTS') await codeInput().fill('');
      }
      expect(await visitor.accessibilityViolations()).toEqual([]);

      await page.getByRole('button', { name: request }).click();
      await expect(page.locator('textarea')).toBeVisible();
      await expect(page.locator('[name=name]')).toHaveCSS('border-style', 'solid');
      await expect(page.locator('[name=name]')).toHaveAttribute('dir', 'auto');
      await expect(page.locator('[name=email]')).toHaveCSS('direction', 'ltr');
      await expectSound();
      await page.locator('[name=name]').fill('');
      await page.locator('form [type=submit]').click();
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(1);
      await expectFit();

      await page.route('**/api/auth/access-request', (route) => route.fulfill({ json: { ok: true } }));
      await page.locator('[name=name]').fill(NAME);
      await page.locator('form [type=submit]').click();
      await expect(page.locator('textarea')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
      await expectSound();
    });

    test('the reasons to enter again fit windows and have no axe violations', async () => {
      const shown = new Set<string | null>();
      for (const reason of ['acceptAgain', 'proofRequired']) {
        const stranger = { authenticated: false, uploadAuthenticated: false, viewer: null };
        const json = { ...stranger, [reason]: { name: NAME, email: EMAIL } };
        await page.unroute('**/api/auth/status');
        await page.route('**/api/auth/status', (route) => route.fulfill({ json }));
        await load(tag);
        await expect(page.locator('[name=email]')).toHaveValue(EMAIL);
        const notice = page.locator('form').locator('xpath=preceding-sibling::*');
        await expect(notice).toBeVisible();
        await expectFit();
        shown.add(await notice.textContent());
      }
      // The notices are equal except for their text.
      expect(await visitor.accessibilityViolations()).toEqual([]);
      expect(shown.size).toBe(2);
    });

    test('an invitation link fits windows and has no axe violations', async () => {
      await load(tag);
      await openLink({ email: EMAIL, name: NAME, needsCode: true });
      await expect(page.locator('[name=email]')).toHaveValue(EMAIL);
      await expect(page.locator('[name=name]')).toHaveValue(NAME);
      await expect(page.locator('[name=name]')).not.toBeEditable();
      await expect(page.locator('[name=name]')).toHaveCSS('border-style', 'dashed');
      await expect(page.locator('[name=email]')).toHaveCSS('direction', 'ltr');
      await expectSound();

      await openLink(
        { message: 'Invalid', code: 'INVITATION_INVALID', params: {}, statusCode: 400, requestId: 'r' },
        400,
      );
      await expect(page.locator('form')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectSound();

      const viewer = { name: NAME, email: OTHER_EMAIL, ip: '192.0.2.1' };
      const inside = { authenticated: true, uploadAuthenticated: false, viewer };
      await page.route('**/api/auth/status', (route) => route.fulfill({ json: inside }));
      await openLink({ email: EMAIL, name: NAME, needsCode: true });
      await expect(page.getByText(OTHER_EMAIL)).toBeVisible();
      await expectSound();
      for (const address of [EMAIL, OTHER_EMAIL])
        expect(await visitor.isDrawnLeftToRight(address)).toBe(true);
    });

    test('each reason of ended access fits windows and has no axe violations', async () => {
      const shown = new Set<string | null>();
      for (const accessEnded of REASONS) {
        const startsAt = accessEnded === 'notBegun' ? '2027-09-30T18:30:00.000Z' : undefined;
        const status = {
          authenticated: false,
          uploadAuthenticated: false,
          viewer: null,
          accessEnded,
          startsAt,
        };
        await page.unroute('**/api/auth/status');
        await page.route('**/api/auth/status', (route) => route.fulfill({ json: status }));
        await load(tag);
        await expect(page.locator('form')).toHaveCount(0);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByText(OWNER)).toBeVisible();
        await expectFit();
        // Other reasons are equal except for their text.
        if (accessEnded === 'notBegun' || accessEnded === 'visitEnded')
          expect(await visitor.accessibilityViolations()).toEqual([]);
        shown.add(await page.locator('main').textContent());
        // The name within the sentence, and the address below it.
        expect(await visitor.isDrawnLeftToRight('Ada 9')).toBe(true);
        expect(await visitor.isDrawnLeftToRight('press@example.com')).toBe(true);
      }
      expect(shown.size).toBe(REASONS.length);
    });
  });
}
