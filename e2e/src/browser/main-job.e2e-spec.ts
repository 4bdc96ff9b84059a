import type { Browser } from 'playwright-core';
import { launchBrowser, Visitor } from '../support/browser.js';
import { markSays } from '../support/mark.js';
import { type MediaFiles, mediaFiles } from '../support/media-files.js';
import { startTestPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
let files: MediaFiles;
let browser: Browser;
let administrator: Visitor;

beforeAll(async () => {
  [portal, files, browser] = await Promise.all([startTestPortal(), mediaFiles(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  files?.dispose();
  await portal?.dispose();
});

/** Uploads a film from the upload page, and waits for the return to the preview. */
async function upload(title: string, file: string): Promise<void> {
  const { page } = administrator;
  if (!page.url().endsWith('/upload')) await page.goto(`${portal.url}/upload`);
  await page.getByRole('textbox', { name: /title/i }).fill(title);
  await page.getByRole('button', { name: 'Select & Upload Video' }).click();
  await administrator.sendFile(file);
  await administrator.told('Success', 'Trailer uploaded successfully. Redirecting to preview...');
  await page.waitForURL(`${portal.url}/`);
}

describe('the way from the first click to moving pictures', () => {
  it('shows the gate, and reports missing input before anything is sent', async () => {
    administrator = await Visitor.arrive(browser, portal.url);
    const { page } = administrator;
    await page.getByRole('heading', { name: 'Access Exclusive Preview' }).waitFor();
    await administrator.screenshot('gate');
    expect(await administrator.accessibilityViolations()).toEqual([]);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.getByRole('button', { name: 'Access Trailer' }).click();
    await page.getByText('Name is required').waitFor();
    await page.getByText('Please enter a valid email address').waitFor();
    expect(sent.filter((url) => url.includes('lead-capture'))).toEqual([]);
  });

  it('admits the administrator, and shows that there is no trailer yet', async () => {
    await administrator.enter('The Producer', 'producer@example.com');
    await administrator.page.getByText('No trailer yet').waitFor();
    await administrator.openUploadPage();
    await administrator.page.getByText('The Producer').first().waitFor();
    expect(await administrator.accessibilityViolations()).toEqual([]);
  });

  it.each(['mp4', 'avi', 'mkv'] as const)('plays an uploaded %s for another visitor', async (container) => {
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
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  it('applies a poster and saves a description', async () => {
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
    await page.getByText('Second <line>').waitFor();
    await page.locator('.player img[src^="/api/media/posters/"]').waitFor();
  });

  it('shows the administrator who came, and lets them leave', async () => {
    const { page } = administrator;
    await page.goto(`${portal.url}/upload`);
    await page.getByRole('link', { name: 'zoe@example.com' }).first().waitFor();
    await administrator.screenshot('upload-page');
    await page.getByRole('link', { name: 'Sign Out' }).click();
    await page.getByRole('heading', { name: 'Access Exclusive Preview' }).waitFor();
    expect(administrator.complaints).toEqual([]);
  });
});
