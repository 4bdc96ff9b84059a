import { Visitor } from '../support/browser.js';
import { enterAsUploader, enterAsViewer } from '../support/client.js';
import { flagVisit, queryPortal } from '../support/flags.js';
import type { TestPortal } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

const NAME = 'Karl Hollmann';
let portal: TestPortal;
let administrator: Visitor;
let visitor: Visitor;
let leadId: string;

// Each test depends on the state that the previous one leaves.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ portal: sharedPortal, browser, files }) => {
  portal = sharedPortal;
  await publishTrailer(portal.url, { title: 'Solstice', video: files.video('mp4', 40) });
  const as = await enterAsUploader(portal.url);
  administrator = await Visitor.arrive(browser, portal.url, { as, path: null });
  const guest = await enterAsViewer(portal.url, NAME);
  visitor = await Visitor.arrive(browser, portal.url, { device: 'enlarged', as: guest, path: null });
  const [lead] = await queryPortal(portal, 'SELECT id FROM analytics.leads WHERE name = $1', [NAME]);
  leadId = String(lead?.['id']);
  await flagVisit(portal, leadId, { kind: 'watermark', times: 3 });
  await flagVisit(portal, leadId, {
    kind: 'twoNetworks',
    networks: ['203.0.113.0/24', '198.51.100.0/24'],
    withinSeconds: 95,
  });
});
test.afterAll(async () => {
  await visitor?.leave();
  await administrator?.leave();
});

async function expectFits(): Promise<void> {
  for (const device of ['narrow', 'desktop'] as const) {
    await administrator.resize(device);
    expect(await administrator.overflow()).toBe(0);
    expect(await administrator.cutTexts()).toEqual([]);
    expect(await administrator.accessibilityViolations()).toEqual([]);
  }
}

test('shows the flags of a person, which are dismissed and counted again', async () => {
  const { page } = administrator;
  await page.goto(`${portal.url}/upload/audience?person=${leadId}`);
  const flags = page.getByRole('list', { name: 'Flags, newest first' });
  await expect(flags.getByRole('listitem')).toHaveCount(2);
  await expect(flags).toContainText('in the network 203.0.113.0/24, then in 198.51.100.0/24');
  const visits = page.getByRole('list', { name: 'Visits, newest first' });
  await expect(visits).toContainText('Watermark removed');
  await expectFits();
  await page.getByRole('button', { name: 'Dismiss: Watermark removed' }).click();
  const again = page.getByRole('button', { name: 'Count again: Watermark removed' });
  await expect(again).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Flags (1)' })).toBeVisible();
  await expect(visits).not.toContainText('Watermark removed');
  await expectFits();
  await again.click();
  await expect(page.getByRole('heading', { name: 'Flags (2)' })).toBeVisible();
});

test('shows the flags that count on the live page, with the way to the person', async () => {
  const { page } = administrator;
  await page.goto(`${portal.url}/upload/live`);
  await visitor.page.goto(portal.url);
  await visitor.watch(0.1);
  const row = page.getByRole('listitem').filter({ hasText: NAME });
  await expect(row.getByRole('link', { name: 'Two networks in turn' })).toBeVisible();
  await expectFits();
  await row.getByRole('link', { name: 'Watermark removed' }).click();
  await expect(page).toHaveURL(new RegExp(`person=${leadId}`));
});

test('lets the administrator choose which flags block', async () => {
  const { page } = administrator;
  await page.goto(`${portal.url}/upload/settings`);
  const box = page.getByRole('checkbox', { name: 'Watermark removed' });
  await box.check();
  await expectFits();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings Saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Changes of the settings' })).toContainText(
    'Block automatically',
  );
  await page.reload();
  await expect(box).toBeChecked();
  await page.getByRole('button', { name: 'Use the default of Block automatically' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings Saved', { exact: true })).toBeVisible();
});

test('ends the visit of a claimed address because of a flag', async () => {
  await flagVisit(portal, leadId, { kind: 'noPlayer', deliveredSeconds: 50, elapsedSeconds: 70 }, true);
  await expect(visitor.page.locator('video')).toHaveCount(0);
  const { page } = administrator;
  await page.goto(`${portal.url}/upload/audience?person=${leadId}`);
  await expect(page.getByText(/^Blocked automatically on/)).toBeVisible();
  await expect(page.getByText('Visit ended', { exact: true })).toBeVisible();
});
