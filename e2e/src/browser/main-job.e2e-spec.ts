import { Visitor } from '../support/browser.js';
import { type Client, enterAsUploader, enterAsViewer } from '../support/client.js';
import type { TestPortal } from '../support/portal.js';
import { expect, test } from '../support/test.js';
import { UploadPage } from '../support/upload-page.js';
import { expectWatermark } from '../support/watermark.js';

let portal: TestPortal;
let administrator: Visitor;

// Each test depends on the state that the previous one leaves. The portal has no trailer yet: among the specs that share
// it, this one runs first.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser, plainPortal }) => {
  portal = plainPortal;
  administrator = await Visitor.arrive(browser, portal.url);
});
test.afterAll(() => administrator?.leave());

/** Uploads a video from the upload page, and waits for the return to the preview. */
async function upload(title: string, file: string): Promise<void> {
  const { page } = administrator;
  if (!page.url().endsWith('/upload')) await page.goto(`${portal.url}/upload`);
  await page.getByRole('textbox', { name: /title/i }).fill(title);
  await page.getByRole('button', { name: 'Select & Upload Video' }).click();
  await administrator.sendFile(file);
  await administrator.expectToast('Success', 'Trailer uploaded successfully. Redirecting to preview...');
  await page.waitForURL(`${portal.url}/`);
}

test.describe('before the first trailer', () => {
  let viewer: Client;

  test.beforeAll(async () => {
    viewer = await enterAsViewer(portal.url);
  });

  for (const device of ['desktop', 'narrow'] as const) {
    test(`shows that there is no trailer, and checks again on request, ${device}`, async ({ browser }) => {
      const visitor = await Visitor.arrive(browser, portal.url, { device, as: viewer });
      const { page } = visitor;
      await expect(page.getByRole('heading', { name: 'No trailer yet' })).toBeVisible();
      await visitor.expectTitle('No trailer yet · Secure Preview');
      expect(await page.getByRole('heading').count()).toBe(1);
      expect(await page.getByRole('region', { name: 'About this trailer' }).count()).toBe(0);
      expect(await visitor.overflow()).toBe(0);
      expect(await visitor.accessibilityViolations()).toEqual([]);
      const requested = page.waitForRequest('**/api/active-trailer');
      await page.getByRole('button', { name: 'Check again' }).click();
      await requested;
    });
  }

  test('waits for the trailer, shows its progress, and reports an unavailable service', async ({
    browser,
  }) => {
    const visitor = await Visitor.arrive(browser, portal.url, { as: viewer, path: null });
    const { page } = visitor;
    const preparing = {
      id: '7c4bdf6e-3a3c-4f5e-9c1b-4a0a4a5f1c11',
      title: 'Perihelion',
      filePath: null,
      posterPath: null,
      description: null,
      status: 'processing',
      progress: 42,
      captions: [],
    };
    let respond: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route('**/api/active-trailer', async (route) => {
      await released;
      await route.fulfill({ json: preparing });
    });
    await page.goto(portal.url);
    await expect(page.getByText('Loading trailer...')).toBeVisible();
    // The footer shows that the configuration has arrived, including the texts for missing content.
    await expect(page.locator('footer').getByText('©')).toBeAttached();
    await visitor.expectTitle('Loading trailer... · Secure Preview');
    expect(await page.getByText(/Concept Trailer$|hotel/).count()).toBe(0);
    expect(await visitor.accessibilityViolations()).toEqual([]);
    respond();
    await expect(page.getByText('42 % prepared')).toBeVisible();
    await expect(page.getByText('It appears here by itself as soon as it is ready.')).toBeVisible();
    expect(await page.getByText('Perihelion', { exact: true }).count()).toBe(1);
    expect(await visitor.accessibilityViolations()).toEqual([]);

    await page.unroute('**/api/active-trailer');
    await page.route('**/api/active-trailer', (route) => route.fulfill({ status: 503, body: '' }));
    await page.reload();
    await expect(page.getByRole('heading', { name: 'The trailer is not available right now' })).toBeVisible();
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await page.unroute('**/api/active-trailer');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'No trailer yet' })).toBeVisible();
  });
});

test.describe('the upload page without a trailer', () => {
  test('disables the description, and keeps the poster for the next trailer', async ({ browser, files }) => {
    const as = await enterAsUploader(portal.url);
    const visitor = await Visitor.arrive(browser, portal.url, { as, path: '/upload' });
    const { page } = visitor;
    const upload = new UploadPage(visitor);
    await page.getByPlaceholder('Enter trailer description text...').fill('Soon');
    await expect(upload.button('Save & Preview')).toBeDisabled();
    await page.keyboard.press('Control+Enter');
    await upload.expectErrorToast('No Active Trailer', 'Please upload a trailer first');

    await upload.openPosterDialog();
    const put = page.waitForRequest((request) => request.method() === 'PUT');
    await visitor.sendFile(files.image(1280, 720));
    // The storage accepts only the declared type and length.
    const signed = new URL((await put).url()).searchParams.get('X-Amz-SignedHeaders');
    expect(signed).toBe('content-length;content-type;host');
    await visitor.expectToast('Poster Uploaded', 'Poster will be applied to the next trailer you upload');
    const stored = await page.evaluate(() => localStorage.getItem('pendingPosterURL'));
    expect(stored).toMatch(/^http[^?]+$/);
    const waitingNote = page.getByText('A poster is waiting for the next trailer you upload.');
    await expect(waitingNote).toBeVisible();
    await page.reload();
    await expect(page.getByRole('img', { name: 'The waiting poster' })).toBeVisible();
    await expect(page.getByText('image-1280x720.png')).toBeVisible();
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await upload.button('Remove the waiting poster').click();
    await expect(waitingNote).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('pendingPosterURL'))).toBeNull();
  });
});

test.describe('the path from the first click to playback', () => {
  test('shows the gate, and reports missing input before it sends a request', async () => {
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
      await upload(title, files.video(container, 4));
      const visitor = await Visitor.arrive(browser, portal.url, container === 'mkv' ? 'phone' : 'desktop');
      await visitor.enter('Zoë Müller', 'zoe@example.com');
      const { page } = visitor;
      await page.waitForFunction(
        async (expected) => {
          const respond = await fetch('/api/active-trailer');
          const trailer = (await respond.json()) as { title: string; filePath: string | null };
          return trailer.title === expected && trailer.filePath !== null;
        },
        title,
        { timeout: 180_000, polling: 500 },
      );
      await page.reload();
      await visitor.watch();
      await expectWatermark(page, 'zoe@example.com');
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
