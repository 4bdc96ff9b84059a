import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Visitor } from '../support/browser.js';
import { Client } from '../support/client.js';
import { offerLanguages } from '../support/offer-languages.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

const languages = [
  {
    tag: 'en',
    gate: { change: 'Change the gate' },
    invite: { list: 'People to invite', check: 'Check addresses' },
    invitations: { list: 'Invitations', all: 'Select all shown', dialogs: ['Change the end', 'Revoke'] },
    requests: { all: 'Select all shown requests', dismiss: 'Dismiss the selected requests' },
    blocked: { block: 'Block', value: 'Email address', history: 'History' },
    settings: 'Company name',
  },
  {
    tag: 'de',
    gate: { change: 'Eingang ändern' },
    invite: { list: 'Personen, die Sie einladen', check: 'Adressen prüfen' },
    invitations: {
      list: 'Einladungen',
      all: 'Alle angezeigten auswählen',
      dialogs: ['Ende ändern', 'Widerrufen'],
    },
    requests: { all: 'Alle angezeigten Anfragen auswählen', dismiss: 'Ausgewählte Anfragen ablehnen' },
    blocked: { block: 'Sperren', value: 'E-Mail-Adresse', history: 'Verlauf' },
    settings: 'Firma',
  },
] as const;

/** A name that mixes directions and digits. */
const NAME = 'Ben 7 سارة';
/** The parts of an address whose first letters are written from right to left. */
const EMAIL_PARTS = ['سارة', '@sara.example'];
const EMAIL = EMAIL_PARTS.join('');

let uploader: Client;
test.beforeAll(async ({ portal, files }) => {
  uploader = await publishTrailer(portal.url, { title: 'Perihelion', video: files.video('mp4', 3) });
  const guest = { name: NAME, email: EMAIL, termsAccepted: 'true' };
  expect((await new Client(portal.url).post('/api/auth/lead-capture', guest)).status).toBe(200);
  const imports = `/api/invitations/imports/${randomUUID()}`;
  const rows = [EMAIL, '@languages.example'].map((email, index) => ({ line: index + 1, email, name: NAME }));
  await uploader.call('PUT', `${imports}/rows`, { body: { rows } });
  const confirmed = await uploader.post(`${imports}/confirm`, { language: 'en', sendMail: false });
  expect(confirmed.json(), confirmed.text).toEqual({ invited: 2, blocked: 0 });
  const block = { kind: 'domain', value: 'leaks.languages.example', note: NAME };
  expect((await uploader.post('/api/blocks', block)).status).toBe(200);
});

/** Checks that the page fits phones and desktops, and that it, or an element of it, has no findings of axe. */
async function expectSound(visitor: Visitor, within?: string): Promise<void> {
  for (const device of ['phone', 'laptop'] as const) {
    await visitor.resize(device);
    expect(await visitor.overflow()).toBe(0);
    expect(await visitor.cutTexts()).toEqual([]);
  }
  expect(await visitor.accessibilityViolations({ ...(within && { within }) })).toEqual([]);
}

const dialog = (page: Page) => page.getByRole('dialog');

for (const { tag, ...texts } of languages) {
  test.describe(`the admin area in ${tag}`, () => {
    let visitor: Visitor;
    let page: Page;
    test.beforeEach(async ({ browser, portal }) => {
      visitor = await Visitor.arrive(browser, portal.url, { as: uploader, path: null });
      page = visitor.page;
      await offerLanguages(page, [tag]);
    });

    async function open(path: string): Promise<void> {
      await page.goto(visitor.base + path);
      await expect(page.locator('html')).toHaveAttribute('lang', tag);
    }
    /** Checks the open dialog, and closes it. */
    async function checkDialog(): Promise<void> {
      await expect(dialog(page)).toBeVisible();
      await expectSound(visitor, 'dialog[open]');
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
    }

    test('fits windows and has no axe violations: sign-in of a stranger, and password of a viewer', async () => {
      await offerLanguages(page, [tag], { gateMode: 'invited' });
      const stranger = { authenticated: false, uploadAuthenticated: false, viewer: null };
      await page.route('**/api/auth/status', (route) => route.fulfill({ json: stranger }));
      await open('/upload');
      await expect(page.locator('[name=email]')).toBeVisible();
      await expectSound(visitor);
      await page.locator('form [type=submit]').click();
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(3);
      await expectSound(visitor);

      const viewer = { name: NAME, email: EMAIL, ip: '192.0.2.1' };
      await page.unroute('**/api/auth/status');
      await page.route('**/api/auth/status', (route) =>
        route.fulfill({ json: { ...stranger, authenticated: true, viewer } }),
      );
      await open('/upload');
      await expect(page.locator('[name=email]')).toHaveCount(0);
      await page.locator('[name=password]').fill('not the password');
      await expectSound(visitor);
    });

    test('fits windows and has no axe violations: upload page and settings', async () => {
      await open('/upload');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('link', { name: EMAIL }).first()).toBeVisible();
      await expectSound(visitor);
      expect(await visitor.isDrawnLeftToRight(EMAIL_PARTS)).toBe(true);
      await open('/upload/settings');
      await expect(page.getByLabel(texts.settings, { exact: true })).toBeVisible();
      await expectSound(visitor);
    });

    test('fits windows and has no axe violations: access, with its dialogs', async () => {
      const request = {
        id: randomUUID(),
        name: NAME,
        email: EMAIL,
        reason: 'I write about films.',
        at: '2026-11-01T12:00:00.000Z',
        decidedAt: null,
        decidedByName: null,
      };
      const decision = { state: 'dismissed', decidedAt: request.at, decidedByName: NAME };
      const decided = { ...request, id: randomUUID(), ...decision };
      const json = {
        requests: [{ ...request, state: 'open' }, decided],
        open: 1,
        total: 2,
        nextCursor: null,
      };
      await page.route(/\/api\/access-requests(\?|$)/, (route) => route.fulfill({ json }));
      await open('/upload/access');
      await expect(page.getByText(EMAIL).first()).toBeVisible();
      await expect(page.getByText('I write about films.').first()).toBeVisible();
      for (const details of await page.locator('details').all())
        await details.evaluate((element: HTMLDetailsElement) => {
          element.open = true;
        });
      await expectSound(visitor);

      await page.getByRole('radio').nth(2).check();
      await page.getByRole('button', { name: texts.gate.change }).click();
      await checkDialog();

      await page.getByRole('checkbox', { name: texts.invitations.all, exact: true }).check();
      for (const name of texts.invitations.dialogs) {
        await page.getByRole('button', { name, exact: true }).first().click();
        await checkDialog();
      }

      await page.getByRole('checkbox', { name: texts.requests.all, exact: true }).check();
      await page.getByRole('button', { name: texts.requests.dismiss }).click();
      await checkDialog();

      await page.getByLabel(texts.blocked.value, { exact: true }).last().fill('eve@languages.example');
      await page.getByRole('button', { name: texts.blocked.block, exact: true }).click();
      await checkDialog();

      await page.getByLabel(texts.invite.list).fill(`${EMAIL}\nnobody\n${NAME} <new@languages.example>`);
      await page.getByRole('button', { name: texts.invite.check }).click();
      await expect(page.getByRole('cell', { name: 'nobody' })).toBeVisible();
      await expectSound(visitor);
      expect(await visitor.isDrawnLeftToRight(EMAIL_PARTS)).toBe(true);
    });
  });
}
