import { Visitor } from '../support/browser.js';
import { markSays } from '../support/mark.js';
import { startTestPortal, type TestPortal } from '../support/portal.js';
import { expect, test } from '../support/test.js';

let portal: TestPortal;
let administrator: Visitor;

// Each test continues where the one before it ended.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  portal = await startTestPortal();
  administrator = await Visitor.arrive(browser, portal.url);
});
test.afterAll(async () => {
  await administrator?.leave();
  await portal?.dispose();
});

/** Uploads a film from the upload page, and waits for the return to the preview. */
async function upload(title: string, file: string): Promise<void> {
  const { page } = administrator;
  if (!page.url().endsWith('/upload')) await page.goto(`${portal.url}/upload`);
  await page.getByRole('textbox', { name: /title/i }).fill(title);
  await page.getByRole('button', { name: 'Select & Upload Video' }).click();
  await administrator.sendFile(file);
  await administrator.expectToast('Success', 'Trailer uploaded successfully. Redirecting to preview...');
  await page.waitForURL(`${portal.url}/`);
}

test.describe('the way from the first click to moving pictures', () => {
  test('shows the gate, and reports missing input before anything is sent', async () => {
    const { page } = administrator;
    await expect(page.getByRole('heading', { name: 'Access Exclusive Preview' })).toBeVisible();
    await administrator.screenshot('gate');
    expect(await administrator.accessibilityViolations()).toEqual([]);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.getByRole('button', { name: 'Access Trailer' }).click();
    await expect(page.getByText('Name is required')).toBeVisible();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    expect(sent.filter((url) => url.includes('lead-capture'))).toEqual([]);
  });

  test('admits the administrator, and shows that there is no trailer yet', async () => {
    await administrator.enter('The Producer', 'producer@example.com');
    await expect(administrator.page.getByText('No trailer yet')).toBeVisible();
    await administrator.openUploadPage();
    await expect(administrator.page.getByText('The Producer').first()).toBeVisible();
    expect(await administrator.accessibilityViolations()).toEqual([]);
  });

  for (const container of ['mp4', 'avi', 'mkv'] as const) {
    test(`plays an uploaded ${container} for another visitor`, async ({ browser, files }) => {
      const title = `The Orbital Hotel, ${container}`;
      await upload(title, files.film(container, 8));
      const visitor = await Visitor.arrive(browser, portal.url, container === 'mkv' ? 'phone' : 'desktop');
      await visitor.enter('Zoë Müller', 'zoe@example.com');
      const { page } = visitor;
      await page.waitForFunction(
        async (wanted) => {
          const answer = await fetch('/api/active-trailer');
          const trailer = (await answer.json()) as { title: string; filePath: string | null };
          return trailer.title === wanted && trailer.filePath !== null;
        },
        title,
        { timeout: 180_000, polling: 500 },
      );
      await page.reload();
      await visitor.watch();
      await markSays(page, 'zoe@example.com');
      await visitor.screenshot(container === 'mkv' ? 'trailer-phone' : 'trailer');
      expect(await visitor.accessibilityViolations()).toEqual([]);
    });
  }

  test('applies a poster and saves a description', async ({ files }) => {
    const { page } = administrator;
    await page.goto(`${portal.url}/upload`);
    await page.getByRole('button', { name: 'Select & Upload Poster' }).click();
    await administrator.sendFile(files.image(1280, 720));
    await page.waitForURL(`${portal.url}/`);
    await page.goto(`${portal.url}/upload`);
    await page.getByPlaceholder('Enter trailer description text...').fill('First line\nSecond <line>');
    await page
      .getByRole('radio', { name: 'Align center' })
      .or(page.getByRole('button', { name: 'Align center' }))
      .first()
      .click();
    await page.getByRole('button', { name: 'Save & Preview' }).click();
    await page.waitForURL(`${portal.url}/`);
    await expect(page.getByText('Second <line>')).toBeVisible();
    await expect(page.locator('.player img[src^="/api/media/posters/"]')).toBeVisible();
  });

  test('shows the visitors to the administrator, and lets the administrator leave', async () => {
    const { page } = administrator;
    await page.goto(`${portal.url}/upload`);
    await expect(page.getByRole('link', { name: 'zoe@example.com' }).first()).toBeVisible();
    await administrator.screenshot('upload-page');
    await page.getByRole('link', { name: 'Sign Out' }).click();
    await expect(page.getByRole('heading', { name: 'Access Exclusive Preview' })).toBeVisible();
  });
});
