import type { Page } from '@playwright/test';
import { Visitor } from '../support/browser.js';
import { Client } from '../support/client.js';
import { offerLanguages } from '../support/offer-languages.js';
import type { TestPortal } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';
import { expectWatermark, watermarkText } from '../support/watermark.js';

const languages = [
  { tag: 'en', name: 'English', title: 'Access Exclusive Preview' },
  { tag: 'de', name: 'Deutsch', title: 'Zugang zur exklusiven Vorschau' },
  { tag: 'fr', name: 'Français', title: 'Accès à l’avant-première exclusive' },
  { tag: 'es', name: 'Español', title: 'Acceso al preestreno exclusivo' },
  { tag: 'zh-Hans', name: '简体中文', title: '观看独家预览' },
  { tag: 'ar', name: 'العربية', title: 'الدخول إلى العرض المسبق الحصري' },
] as const;
/** A viewer whose name and address mix directions and digits. */
const viewer = { name: 'Ben 7 سارة', email: '1sara@example.com' };

let portal: TestPortal;
/** A stranger and a viewer on phones. Tests share their pages, which keep the language that was chosen last. */
let stranger: Visitor;
let spectator: Visitor;

/** Makes the portal offer all languages on a page. */
const offerAll = (page: Page) =>
  offerLanguages(
    page,
    languages.map(({ tag }) => tag),
  );

async function choose(page: Page, { tag, name }: { tag: string; name: string }): Promise<void> {
  await page.locator('select').selectOption(name);
  await expect(page.locator('html')).toHaveAttribute('lang', tag);
  expect(await page.locator('html').getAttribute('dir')).toBe(tag === 'ar' ? 'rtl' : 'ltr');
}

/** Checks that the page fits its window, and has no findings of axe. */
async function expectSound(visitor: Visitor): Promise<void> {
  expect(await visitor.overflow()).toBe(0);
  expect(await visitor.accessibilityViolations()).toEqual([]);
}

test.beforeAll(async ({ portal: sharedPortal, browser, files }) => {
  portal = sharedPortal;
  await publishTrailer(portal.url, { title: 'Perihelion', video: files.video('mp4', 20) });
  const client = new Client(portal.url);
  await client.post('/api/auth/lead-capture', { ...viewer, termsAccepted: 'true' });
  stranger = await Visitor.arrive(browser, portal.url, { device: 'narrow', path: null });
  spectator = await Visitor.arrive(browser, portal.url, { device: 'narrow', as: client, path: null });
  for (const { page } of [stranger, spectator]) {
    await offerAll(page);
    await page.goto(portal.url);
  }
});
test.afterAll(async () => {
  await stranger?.leave();
  await spectator?.leave();
});

for (const language of languages) {
  test.describe(`in ${language.tag}`, () => {
    test('gate, errors, terms and an unknown address fit a narrow window, without axe violations', async () => {
      const { page } = stranger;
      await page.goto(portal.url);
      await choose(page, language);
      await expect(page.getByRole('heading', { level: 1, name: language.title })).toBeVisible();
      await expectSound(stranger);
      await page.locator('form [type=submit]').click();
      await expect(page.locator('[data-variant][data-state=open]')).toBeVisible();
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(3);
      await expectSound(stranger);

      await page.locator('form [aria-haspopup=dialog]').click();
      await expect(page.getByRole('dialog')).toContainText('2025');
      await expectSound(stranger);
      await page.goto(`${portal.url}/nowhere`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('404');
      await expect(page.locator('html')).toHaveAttribute('lang', language.tag);
      await expectSound(stranger);
    });

    test('the player fits a narrow window, without axe violations', async () => {
      const { page } = spectator;
      await choose(page, language);
      await expect(page.getByRole('button', { name: 'Perihelion' })).toBeVisible();
      await expectWatermark(page, viewer.email, 'UTC');
      await expectSound(spectator);
    });
  });
}

test.describe('from right to left', () => {
  test('the gate is mirrored', async () => {
    const { page } = stranger;
    await page.goto(portal.url);
    const [logo, menu] = [page.locator('header svg').first(), page.locator('select')];
    await choose(page, languages[0]);
    const before = [await logo.boundingBox(), await menu.boundingBox()];
    await choose(page, languages[5]);
    const after = [await logo.boundingBox(), await menu.boundingBox()];
    expect(before[0]?.x).toBeLessThan(before[1]?.x ?? 0);
    expect(after[0]?.x).toBeGreaterThan(after[1]?.x ?? 0);
  });

  test('the player controls and arrow keys stay left to right', async () => {
    const { page } = spectator;
    await choose(page, languages[5]);
    const bar = page.getByTestId('control-bar');
    const [play, fullscreen] = [bar.getByRole('button').first(), bar.getByRole('button').last()];
    expect((await play.boundingBox())?.x).toBeLessThan((await fullscreen.boundingBox())?.x ?? 0);
    await expect(bar.getByText('0:00 / 0:20')).toBeVisible();
    const position = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
    await page.locator('.player').focus();
    for (const [key, seconds] of [
      ['ArrowRight', 5],
      ['ArrowRight', 10],
      ['ArrowLeft', 5],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(position).toBe(seconds);
    }
  });

  test('the watermark does not reorder the letters of addresses', async () => {
    const { page } = spectator;
    await choose(page, languages[5]);
    await expectWatermark(page, '127.0.0.1');
    const text = await watermarkText(page);
    /** Whether each Latin part is drawn from left to right without a gap, in both directions of a page. */
    const drawn = await page.evaluate(
      ([content, latin]) =>
        ['ltr', 'rtl'].map((direction) => {
          const copy = document.querySelector('.watermark')?.cloneNode() as HTMLElement;
          copy.textContent = content;
          copy.dir = direction;
          document.querySelector('.player')?.append(copy);
          const isWhole = latin.map((part) => {
            const start = content.indexOf(part);
            const boxes = [...part].map((_, index) => {
              const range = document.createRange();
              range.setStart(copy.firstChild as Text, start + index);
              range.setEnd(copy.firstChild as Text, start + index + 1);
              return range.getBoundingClientRect();
            });
            // Each letter begins where the previous letter ends.
            return boxes.every(({ left }, index) => Math.abs(left - (boxes[index - 1]?.right ?? left)) < 1);
          });
          copy.remove();
          return isWhole;
        }),
      [text, [viewer.email, '127.0.0.1']] as const,
    );
    expect(drawn).toEqual([
      [true, true],
      [true, true],
    ]);
  });
});

test('a visitor who prefers another language never sees English', async ({ browser }) => {
  const visitor = await Visitor.arrive(browser, portal.url, { path: null });
  const { page } = visitor;
  await offerAll(page);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'languages', { get: () => ['de-AT', 'en'] });
    Object.defineProperty(navigator, 'language', { get: () => 'de-AT' });
    const seen = new Set<string>();
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      seen.add(document.body?.textContent ?? '');
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.goto(portal.url);
  await expect(page.getByRole('heading', { name: languages[1].title })).toBeVisible();
  const seen = await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
  expect(seen.some((text) => text.includes('Trailer ansehen'))).toBe(true);
  expect(seen.filter((text) => /Loading|Access|Email|accept the/.test(text))).toEqual([]);
});

test('a visitor who prefers English loads no other language, and no menu if only one is offered', async ({
  browser,
}) => {
  const visitor = await Visitor.arrive(browser, portal.url, { path: null });
  const { page } = visitor;
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto(portal.url);
  await expect(page.getByRole('heading', { name: languages[0].title })).toBeVisible();
  // The configuration, which names the languages, has arrived.
  await expect(page.getByRole('link', { name: 'press@example.com' })).toBeVisible();
  expect(await page.locator('select').count()).toBe(0);
  expect(scripts.filter((url) => /\/(page-language|language-select|de|fr|es|zh-Hans|ar)-/.test(url))).toEqual(
    [],
  );
});

test('the page keeps its language and reports the failure when texts cannot be loaded', async ({
  browser,
}) => {
  const visitor = await Visitor.arrive(browser, portal.url, { path: null });
  const { page } = visitor;
  await offerAll(page);
  await page.route('**/assets/es-*.js', (route) => route.abort());
  await page.goto(portal.url);
  await page.locator('select').selectOption('Español');
  await expect(page.getByRole('alert')).toHaveText('Check your connection and try again.');
  await expect(page.locator('select')).toHaveValue('en');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});
