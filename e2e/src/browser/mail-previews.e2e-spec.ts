import { Visitor } from '../support/browser.js';
import { enterAsUploader } from '../support/client.js';
import { expect, test } from '../support/test.js';

let administrator: Visitor;

test.beforeAll(async ({ browser, portal }) => {
  const uploader = await enterAsUploader(portal.url);
  administrator = await Visitor.arrive(browser, portal.url, { as: uploader, path: '/upload/settings' });
});
test.afterAll(() => administrator?.leave());

const frame = () => administrator.page.frameLocator('iframe[title="Preview of the mail"]');

test('shows a mail with unsaved values in a sandboxed frame, whose link leads nowhere', async () => {
  const { page } = administrator;
  await page.getByLabel('Company name', { exact: true }).fill('Perihelion <b>Pictures</b>');
  await page.getByLabel('Sender in mails').fill('Invited by Ada Lovelace');
  await page.getByRole('button', { name: 'Show preview of the mail' }).click();
  const body = frame().locator('body');
  await expect(body.getByText('Perihelion <b>Pictures</b>', { exact: true }).first()).toBeVisible();
  await expect(body.getByText('Invited by Ada Lovelace')).toBeVisible();
  const link = body.getByText('Open the preview');
  await expect(link).toBeVisible();
  await expect(link).toHaveCSS('background-color', 'rgb(239, 191, 115)');
  await expect(link).not.toHaveAttribute('href');
  await page.getByLabel('Mail', { exact: true }).selectOption('Code');
  await expect(body.getByText('123456')).toBeVisible();
  expect(await administrator.accessibilityViolations()).toEqual([]);
});

test('runs no script of the frame, and cannot be framed by another site', async () => {
  const { page } = administrator;
  const handle = await page.locator('iframe[title="Preview of the mail"]').elementHandle();
  const content = await handle?.contentFrame();
  expect(await handle?.evaluate((element) => (element as HTMLIFrameElement).contentDocument)).toBeNull();
  const answer = await page.request.get(content?.url() ?? '');
  expect(answer.headers()['content-security-policy']).toMatch(/^sandbox; default-src 'none';/);
  expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'self'");
});

for (const device of ['narrow', 'desktop'] as const) {
  test(`fits a window, ${device}`, async () => {
    await administrator.resize(device);
    expect(await administrator.overflow()).toBe(0);
  });
}
