import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, Visitor } from './support/browser.js';
import { type Client, enterAsUploader, enterAsViewer } from './support/client.js';
import { type MediaFiles, mediaFiles } from './support/media-files.js';
import { startTestPortal, type TestPortal, UPLOAD_PASSWORD } from './support/portal.js';
import { failing, UploadPage } from './support/upload-page.js';

let portal: TestPortal;
let files: MediaFiles;
let browser: Browser;
let uploader: Client;
let visitor: Visitor;
let page: Page;
let upload: UploadPage;

type Device = 'desktop' | 'tablet' | 'narrow';

async function open(device: Device = 'desktop', as: Client | null = uploader): Promise<void> {
  visitor = await Visitor.arrive(browser, portal.url, { device, ...(as ? { as } : {}), path: '/upload' });
  page = visitor.page;
  upload = new UploadPage(visitor);
}

beforeAll(async () => {
  [portal, files, browser] = await Promise.all([
    startTestPortal({ LEADS_PER_MINUTE_PER_IP: '1000' }),
    mediaFiles(),
    launchBrowser(),
  ]);
  uploader = await enterAsUploader(portal.url);
}, 240_000);
afterEach(async () => {
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});
afterAll(async () => {
  await browser?.close();
  files?.dispose();
  await portal?.dispose();
}, 60_000);

describe('the gates of the upload page', () => {
  it('send a stranger to the main page', async () => {
    await open('desktop', null);
    await page.getByRole('heading', { name: 'Authentication Required' }).waitFor();
    expect(await page.title()).toBe('Authentication Required · Secure Preview');
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await page.getByRole('link').click();
    await upload.button('Access Trailer').waitFor();
  });

  it('ask a viewer for the password, refuse a wrong one and open with the right one', async () => {
    await open('narrow', await enterAsViewer(portal.url));
    const password = page.getByLabel('Upload password', { exact: true });
    expect(await upload.button('Access Upload Page').isDisabled()).toBe(true);
    expect(await visitor.overflow()).toBe(0);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await visitor.screenshot('upload-gate-narrow');

    // Nobody looked at this one.
    await page.route('**/api/auth/upload-password', (route) => route.fulfill({ status: 502, body: '' }));
    await password.fill('not the password');
    await page.keyboard.press('Enter');
    await upload.toldFailure(
      'Password Not Checked',
      'This is usually over in a moment. Check your connection and try again.',
    );
    expect(await password.inputValue()).toBe('not the password');
    await page.unroute('**/api/auth/upload-password');

    await page.keyboard.press('Enter');
    await upload.toldFailure('Access Denied', 'Invalid password');
    await visitor.screenshot('upload-gate-denied-narrow');
    expect(await password.inputValue()).toBe('');
    expect(await visitor.accessibilityFaults()).toEqual([]);

    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/auth/upload-password', async (route) => {
      await held;
      await route.continue();
    });
    await password.fill(UPLOAD_PASSWORD);
    await page.keyboard.press('Enter');
    expect(await upload.button('Verifying...').isDisabled()).toBe(true);
    letGo();
    await visitor.toast('Access Granted').getByText('Upload page unlocked successfully').waitFor();
    await page.getByRole('heading', { name: 'Admin Upload' }).waitFor();
    expect(await page.title()).toBe('Admin Upload · Secure Preview');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    expect(await visitor.overflow()).toBe(0);
  });
});

describe('without a trailer', () => {
  it('keeps the description closed and the poster for later', async () => {
    await open();
    await page.getByPlaceholder('Enter trailer description text...').fill('Soon');
    expect(await upload.button('Save & Preview').isDisabled()).toBe(true);
    await page.keyboard.press('Control+Enter');
    await upload.toldFailure('No Active Trailer', 'Please upload a trailer first');

    await upload.openPosterDialog();
    await visitor.sendFile(files.image(1280, 720));
    await visitor
      .toast('Poster Uploaded')
      .getByText('Poster will be applied to the next trailer you upload')
      .waitFor();
    const kept = await page.evaluate(() => localStorage.getItem('pendingPosterURL'));
    expect(kept).toMatch(/^http[^?]+$/);
    await page.getByText('A poster is waiting for the next trailer you upload.').waitFor();
  });
});

describe('a trailer', () => {
  it.each(['desktop', 'narrow'] as const)(
    'that cannot be saved is told, kept and saved again, with the poster that waited, %s',
    async (device) => {
      await open(device);
      await page.evaluate(async () => {
        const answer = await fetch('/api/objects/upload-poster', { method: 'POST' });
        const { uploadURL } = (await answer.json()) as { uploadURL: string };
        const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
        const body = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
        await fetch(uploadURL, { method: 'PUT', body, headers: { 'Content-Type': 'image/png' } });
        localStorage.setItem('pendingPosterURL', uploadURL.replace(/\?.*/, ''));
      });
      await page.reload();
      await page.route('**/api/trailers', (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 502, body: '' }) : route.continue(),
      );
      await upload.openVideoDialog('Perihelion');
      await visitor.sendFile(files.film('mp4', 3));
      await upload.toldFailure('Upload Failed', 'Failed to save trailer');
      await page.getByText('The video is uploaded, but the trailer is not saved yet.').waitFor();
      await page.getByText('A poster is waiting for the next trailer you upload.').waitFor();
      expect(await visitor.accessibilityFaults()).toEqual([]);
      expect(await visitor.overflow()).toBe(0);

      await page.unroute('**/api/trailers');
      const created = page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/api/trailers'),
      );
      await upload.button('Save the trailer again').click();
      expect((await created).postDataJSON()).toMatchObject({
        title: 'Perihelion',
        posterURL: expect.stringMatching(/^http[^?]+$/),
      });
      await visitor
        .toast('Success')
        .getByText('Trailer uploaded successfully. Redirecting to preview...')
        .waitFor();
      expect(await page.evaluate(() => localStorage.getItem('pendingPosterURL'))).toBeNull();
      expect(await page.getByRole('textbox', { name: 'Trailer Title' }).inputValue()).toBe('');
      await page.getByText('A poster is waiting').waitFor({ state: 'detached' });
      await upload.home();
      await page.locator('video[poster^="/api/media/posters/"]').waitFor({ timeout: 60_000 });
    },
    120_000,
  );

  it.each([
    ['a poster that is not 16:9', [1000, 1000], 'Poster must be 16:9, this one is 1000×1000'],
  ] as const)('refuses %s', async (_, [width, height], sentence) => {
    await open();
    await upload.openPosterDialog();
    await visitor.sendFile(files.image(width, height));
    await upload.toldFailure('Poster Upload Failed', sentence);
    expect(page.url()).toBe(`${portal.url}/upload`);
  });

  it('is told above the sections while it is processed', async () => {
    await open('tablet');
    let instead: object = { status: 'processing', step: 'encode', progress: 40, finished: false };
    await page.route('**/api/trailers', async (route) => {
      const answer = await route.fetch();
      const [newest, ...others] = await answer.json();
      await route.fulfill({ json: [{ ...newest, ...instead }, ...others] });
    });
    await page.reload();
    await page.getByText('“Perihelion” is being processed').waitFor();
    const told = page.getByRole('progressbar', { name: 'Processing progress' });
    expect(await told.getAttribute('value')).toBe('40');
    expect(await visitor.accessibilityFaults()).toEqual([]);
    instead = {};
    await page.getByText('The new trailer is live.').waitFor();
  });

  it('that turns out broken is told on both pages, while the last one stays, until that is read', async () => {
    await open('narrow');
    const whole = await readFile(files.film('mp4', 20));
    await upload.openVideoDialog('Broken');
    const torn = { name: 'torn.mp4', mimeType: 'video/mp4', buffer: whole.subarray(0, 70_000) };
    await upload.choose(torn);
    await upload.button('Upload 1 file').click();
    await visitor.toast('Success').waitFor();
    await upload.home();
    const told = page.getByText(/^“Broken” could not be processed: /);
    await told.waitFor({ timeout: 60_000 });
    expect(await visitor.overflow()).toBe(0);
    await page.getByRole('button', { name: 'Play Perihelion' }).waitFor();
    await page.goto(`${portal.url}/upload`);
    await told.waitFor();
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await visitor.screenshot('upload-page-failed-narrow');
    await upload.button('Dismiss').click();
    await told.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Admin Upload' }).waitFor();
    await page.waitForFunction(() => document.querySelector('textarea')?.readOnly === false);
    expect(await told.count()).toBe(0);
  }, 120_000);

  it('goes on being uploaded when something else is saved, and when the history is walked', async () => {
    await open();
    // Both in one document, where the browser asks nothing.
    await page.getByRole('link', { name: 'Back to Trailer' }).click();
    await page.getByRole('button', { name: 'Exit' }).waitFor();
    await page.goBack();
    let arrived: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    await page.route(/X-Amz-Signature/, async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue();
    });
    await page.getByPlaceholder('Enter trailer description text...').fill('Written meanwhile');
    await upload.openVideoDialog('Aphelion');
    await visitor.sendFile(files.film('mp4', 2));
    await upload.button('Pause (resuming starts again)').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Uploading, 0 %').waitFor();

    await upload.button('Save & Preview').click();
    await visitor
      .toast('Success')
      .getByText('Description updated successfully. This page stays until the upload is done.')
      .waitFor();
    await page.goForward();
    await page.getByRole('dialog', { name: 'Leave while uploading?' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/upload');
    await upload.button('Stay on this page').click();
    await page.getByText('Uploading, 0 %').waitFor();

    arrived();
    await visitor
      .toast('Success')
      .getByText('Trailer uploaded successfully. Redirecting to preview...')
      .waitFor();
    await upload.home();
    await page.getByText('Written meanwhile').waitFor();
  }, 120_000);

  it('takes another poster at once', async () => {
    await open();
    await upload.openPosterDialog();
    await visitor.sendFile(files.image(1920, 1080));
    await visitor.toast('Applying Poster').waitFor();
    await upload.home();
  });

  it.each([
    ['center', 'desktop'],
    ['right', 'narrow'],
    ['left', 'desktop'],
  ] as const)(
    'keeps its description and its alignment, %s, on the way there and back, %s',
    async (alignment, device) => {
      await open(device);
      const text = page.getByPlaceholder('Enter trailer description text...');
      await text.fill(`First <line>\n\nThird & last, ${alignment}`);
      await upload.button(`Align ${alignment}`).click();
      await upload.button('Save & Preview').click();
      await visitor
        .toast('Success')
        .getByText('Description updated successfully. Redirecting to preview...')
        .waitFor();
      await upload.home();
      const shown = page.locator(`.text-${alignment}`, { hasText: 'Third & last' });
      await shown.waitFor();
      expect(await shown.evaluate((element) => getComputedStyle(element).textAlign)).toBe(alignment);

      await page.goto(`${portal.url}/upload`);
      await page.waitForFunction(
        (wanted) => document.querySelector('textarea')?.value.endsWith(wanted),
        alignment,
      );
      expect(await text.inputValue()).toBe(`First <line>\n\nThird & last, ${alignment}`);
      expect(await text.evaluate((area) => getComputedStyle(area).textAlign)).toBe(alignment);
      const pressed = page.getByRole('group', { name: 'Alignment' }).locator('[aria-pressed=true]');
      expect(await pressed.getAttribute('aria-label')).toBe(`Align ${alignment}`);
      // What is seen, not only what is told: the chosen button alone is lit.
      const lit = await page
        .getByRole('group', { name: 'Alignment' })
        .getByRole('button')
        .evaluateAll((buttons) =>
          buttons
            .filter((one) => getComputedStyle(one).backgroundColor === 'rgb(239, 191, 115)')
            .map((one) => one.getAttribute('aria-label')),
        );
      expect(lit).toEqual([`Align ${alignment}`]);
      expect(await upload.button('Save & Preview').isEnabled()).toBe(true);
    },
  );

  it('tells why its description was not saved', async () => {
    await open('narrow');
    await page.waitForFunction(() => document.querySelector('textarea')?.value !== '');
    await page.route('**/description', (route) => route.fulfill(failing));
    await upload.button('Save & Preview').click();
    await upload.toldFailure('Update Failed', 'Try again in a moment');
    expect(await visitor.accessibilityFaults()).toEqual([]);
  });
});

describe('the upload password', () => {
  const newPassword = 'another password for tests';

  it('is of no more use after signing out', async () => {
    await open('desktop', await enterAsUploader(portal.url));
    await page.getByRole('link', { name: 'Sign Out' }).click();
    await upload.button('Access Trailer').waitFor();
    await page.goto(`${portal.url}/upload`);
    await page.getByRole('heading', { name: 'Authentication Required' }).waitFor();
  });

  it.each([
    ['desktop', UPLOAD_PASSWORD, newPassword],
    ['narrow', newPassword, UPLOAD_PASSWORD],
  ] as const)(
    'is changed with the current one only; everybody else is asked for the new one and loses nothing typed, %s',
    async (device, from, to) => {
      const unlocked = async () => {
        const client = await enterAsViewer(portal.url);
        await client.post('/api/auth/upload-password', { password: from });
        return client;
      };
      const other = await Visitor.arrive(browser, portal.url, {
        device,
        as: await unlocked(),
        path: '/upload',
      });
      await other.page.getByRole('textbox', { name: 'Trailer Title' }).fill('Half a title');
      await open(device, await unlocked());
      const current = page.getByLabel('Current password', { exact: true });
      await current.fill('not the password');
      expect(await upload.button('Save New Password').isDisabled()).toBe(true);
      await page.getByLabel('New password', { exact: true }).fill(to);
      await upload.button('Save New Password').click();
      await upload.toldFailure('Password Change Failed', 'Current password is incorrect');
      await current.fill(from);
      await upload.button('Save New Password').click();
      await visitor
        .toast('Password Changed')
        .getByText('Upload page password updated successfully')
        .waitFor();
      expect(await current.inputValue()).toBe('');
      expect(await visitor.overflow()).toBe(0);

      await other.page.getByRole('button', { name: 'Select & Upload Poster' }).click();
      await other.sendFile(files.image(1280, 720));
      await other.page.getByLabel('Upload password', { exact: true }).fill(to);
      await other.page.keyboard.press('Enter');
      await other.page.getByRole('heading', { name: 'Admin Upload' }).waitFor();
      expect(await other.page.getByRole('textbox', { name: 'Trailer Title' }).inputValue()).toBe(
        'Half a title',
      );
      expect(other.complaints).toEqual([]);
      await other.leave();
    },
  );
});
