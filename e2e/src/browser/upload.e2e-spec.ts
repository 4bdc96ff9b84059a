import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from '@playwright/test';
import { until } from '@secure-preview/testing';
import { type Device, Visitor } from '../support/browser.js';
import { type Client, enterAsUploader, enterAsViewer } from '../support/client.js';
import { type TestPortal, UPLOAD_PASSWORD } from '../support/portal.js';
import { SharedPages } from '../support/shared-pages.js';
import { expect, test } from '../support/test.js';
import { UploadPage, unavailableResponse } from '../support/upload-page.js';

let portal: TestPortal;
let browser: Browser;
let uploader: Client;
let visitor: Visitor;
let page: Page;
let upload: UploadPage;

let pages: SharedPages;

/** Loads the upload page of the administrator in a page that tests share. */
const open = async (device: Device = 'desktop') => use(await pages.load('/upload', device, uploader));
/** Opens the upload page in a new page, which keeps its storage when it is reloaded. */
const openAs = async (as: Client | null, device: Device = 'desktop') =>
  use(await Visitor.arrive(browser, portal.url, { device, ...(as && { as }), path: '/upload' }));
function use(opened: Visitor): void {
  visitor = opened;
  page = visitor.page;
  upload = new UploadPage(visitor);
}

/**
 * Waits until viewers see the last upload. Otherwise it would replace another trailer during a later test.
 */
async function newestIsShown(): Promise<void> {
  const isShown = async () => {
    const [newest] = (await uploader.get('/api/trailers')).json() as { active: boolean; finished: boolean }[];
    return newest?.active && newest.finished;
  };
  await until(isShown, { deadlineMs: 180_000, everyMs: 200, what: 'the newest trailer to be shown' });
}

// Each test depends on the state that the previous one leaves.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ portal: sharedPortal, browser: sharedBrowser }) => {
  portal = sharedPortal;
  browser = sharedBrowser;
  uploader = await enterAsUploader(portal.url);
  pages = await SharedPages.open(browser, portal.url, [uploader]);
});
test.afterAll(() => pages?.close());

test.describe('the gates of the upload page', () => {
  test('send an anonymous visitor to the main page', async () => {
    await openAs(null);
    await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible();
    await visitor.expectTitle('Authentication Required · Secure Preview');
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await page.getByRole('link').click();
    await expect(upload.button('Access Trailer')).toBeVisible();
  });

  test('ask a viewer for the password, reject a wrong password and open with the right one', async () => {
    await openAs(await enterAsViewer(portal.url), 'narrow');
    const password = page.getByLabel('Upload password', { exact: true });
    await expect(upload.button('Access Upload Page')).toBeDisabled();
    expect(await visitor.overflow()).toBe(0);
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await visitor.screenshot('upload-gate-narrow');

    // Simulates a proxy error: the portal does not check this password.
    await page.route('**/api/auth/upload-password', (route) => route.fulfill({ status: 502, body: '' }));
    await password.fill('not the password');
    await password.press('Enter');
    await upload.expectErrorToast(
      'Password Not Checked',
      'This is usually over in a moment. Check your connection and try again.',
    );
    await expect(password).toHaveValue('not the password');
    await page.unroute('**/api/auth/upload-password');

    // The focus has returned to the field.
    await upload.ready('Access Upload Page');
    await expect(password.and(page.locator(':focus'))).toBeVisible();
    await page.keyboard.press('Enter');
    await upload.expectErrorToast('Access Denied', 'Invalid password');
    await visitor.screenshot('upload-gate-denied-narrow');
    await expect(password).toHaveValue('');
    expect(await visitor.accessibilityViolations()).toEqual([]);

    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/auth/upload-password', async (route) => {
      await released;
      await route.continue();
    });
    await password.fill(UPLOAD_PASSWORD);
    await password.press('Enter');
    await expect(upload.button('Verifying...')).toBeDisabled();
    release();
    await visitor.expectToast('Access Granted', 'Upload page unlocked successfully');
    await expect(page.getByRole('heading', { name: 'Admin Upload' })).toBeVisible();
    await visitor.expectTitle('Admin Upload · Secure Preview');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    expect(await visitor.overflow()).toBe(0);
  });
});

test.describe('a toast on a phone', () => {
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error('nothing is shown');
    return { top: box.y, bottom: box.y + box.height };
  };
  const touch = (a: { top: number; bottom: number }, b: typeof a) => a.top < b.bottom && b.top < a.bottom;

  test('covers neither the links of the header nor the section in use, and moves nothing', async () => {
    await open('narrow');
    // Waits for the overview and its font, which would shift the section.
    await expect(page.getByRole('link', { name: /^Lead Captures \(/ })).toBeVisible();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const section = page.getByRole('region', { name: 'Upload Trailer Video' });
    // A click would scroll there.
    await upload.button('Select & Upload Video').scrollIntoViewIfNeeded();
    const before = await boxOf(section);
    await upload.button('Select & Upload Video').click();
    const missing = visitor.toast('Missing Title');
    await expect(missing).toBeVisible();
    const shown = await boxOf(missing);
    expect(touch(shown, await boxOf(page.getByRole('link', { name: 'Sign Out' })))).toBe(false);
    expect(touch(shown, await boxOf(section))).toBe(false);
    expect(await boxOf(section)).toEqual(before);
    await visitor.dismissToast();
    expect(await boxOf(section)).toEqual(before);

    const password = page.getByRole('region', { name: 'Change Upload Page Password' });
    await password.getByLabel('Current password').fill('not the password');
    await password.getByLabel('New password').fill('another password');
    await password.evaluate((element) => element.scrollIntoView());
    await upload.button('Save New Password').click();
    const failed = visitor.toast('Password Change Failed');
    await expect(failed).toBeVisible();
    expect(touch(await boxOf(failed), await boxOf(password))).toBe(false);
  });
});

test.describe('a trailer', () => {
  for (const device of ['desktop', 'narrow'] as const) {
    test(`shows an error if it cannot be saved, and is saved again with the waiting poster, ${device}`, async ({
      files,
    }) => {
      await openAs(uploader, device);
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
      await visitor.sendFile(files.video('mp4', 3));
      await upload.expectErrorToast('Upload Failed', 'Failed to save trailer');
      await expect(page.getByText('The video is uploaded, but the trailer is not saved yet.')).toBeVisible();
      await expect(page.getByText('A poster is waiting for the next trailer you upload.')).toBeVisible();
      expect(await visitor.accessibilityViolations()).toEqual([]);
      expect(await visitor.overflow()).toBe(0);

      await page.unroute('**/api/trailers');
      const created = page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/api/trailers'),
      );
      // Checked in the page, because it soon leaves for the preview.
      const emptied = page.waitForFunction(() => {
        const [toast, title] = [
          document.querySelector('[data-variant][data-state=open]'),
          document.querySelector<HTMLInputElement>('input[placeholder="Enter trailer title"]'),
        ];
        return (
          toast?.textContent?.includes('Trailer uploaded successfully. Redirecting to preview...') &&
          title?.value === '' &&
          !document.body.textContent.includes('A poster is waiting') &&
          localStorage.getItem('pendingPosterURL') === null
        );
      });
      await upload.button('Save the trailer again').click();
      expect((await created).postDataJSON()).toMatchObject({
        title: 'Perihelion',
        posterURL: expect.stringMatching(/^http[^?]+$/),
      });
      await emptied;
      await upload.expectHome();
      await page.locator('.player img[src^="/api/media/posters/"]').waitFor({ timeout: 180_000 });
      await newestIsShown();
    });
  }

  test('shows the reason of a rejection and offers another file', async () => {
    await open('narrow');
    await upload.openVideoDialog('Perihelion');
    await upload.choose({ name: 'notes.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no video at all') });
    await upload.button('Upload video').click();
    const reason = 'The uploaded file is not a video this portal can read';
    await upload.expectErrorToast('Upload Failed', reason);
    await visitor.dismissToast();
    await expect(page.getByRole('region', { name: 'Upload Trailer Video' }).getByText(reason)).toBeVisible();
    expect(await upload.button('Save the trailer again').count()).toBe(0);
    expect(await visitor.overflow()).toBe(0);
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await upload.button('Choose another file').click();
    await expect(upload.dialog.getByText(/^Files up to 300MB/)).toBeVisible();
  });

  test('shows its progress above the sections while it is processed', async () => {
    await open('tablet');
    let overrides: object = { status: 'processing', step: 'encode', progress: 40, finished: false };
    await page.route('**/api/trailers', async (route) => {
      const answer = await route.fetch();
      const [newest, ...others] = await answer.json();
      await route.fulfill({ json: [{ ...newest, ...overrides }, ...others] });
    });
    await page.reload();
    await expect(page.getByText('“Perihelion” is being processed')).toBeVisible();
    const reported = page.getByRole('progressbar', { name: 'Processing progress' });
    expect(await reported.getAttribute('value')).toBe('40');
    expect(await visitor.accessibilityViolations()).toEqual([]);
    overrides = {};
    await expect(page.getByText('The new trailer is live.')).toBeVisible();
  });

  test('is reported on both pages until dismissed if it cannot be processed, and the previous trailer stays active', async ({
    files,
  }) => {
    await openAs(uploader, 'narrow');
    const content = await readFile(files.video('mp4', 20));
    await upload.openVideoDialog('Broken');
    const truncated = { name: 'torn.mp4', mimeType: 'video/mp4', buffer: content.subarray(0, 70_000) };
    await upload.choose(truncated);
    await upload.button('Upload video').click();
    await visitor.expectToast('Success');
    await upload.expectHome();
    const reported = page.getByText(/^“Broken” could not be processed: /);
    await reported.waitFor({ timeout: 180_000 });
    expect(await visitor.overflow()).toBe(0);
    await expect(page.getByRole('button', { name: 'Play Perihelion' })).toBeVisible();
    await page.goto(`${portal.url}/upload`);
    await expect(reported).toBeVisible();
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await visitor.screenshot('upload-page-failed-narrow');
    await upload.button('Dismiss').click();
    await expect(reported).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Admin Upload' })).toBeVisible();
    await page.waitForFunction(() => document.querySelector('textarea')?.readOnly === false);
    // The list has loaded. A message about the newest trailer would appear in the list.
    await expect(page.getByRole('heading', { name: 'Broken', exact: true })).toBeVisible();
    expect(await reported.count()).toBe(0);
  });

  test('continues its upload while the description is saved, and during history navigation', async ({
    files,
  }) => {
    await open();
    // Both pages are in one document, so the browser shows no confirmation.
    await page.getByRole('link', { name: 'Back to Trailer' }).click();
    await expect(page.getByRole('button', { name: 'Exit' })).toBeVisible();
    await page.goBack();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/X-Amz-Signature/, async (route) => {
      if (route.request().method() === 'PUT') await released;
      await route.continue();
    });
    await page.getByPlaceholder('Enter trailer description text...').fill('Written meanwhile');
    await upload.openVideoDialog('Aphelion');
    // The video is long, so it does not replace the other trailer at once.
    await visitor.sendFile(files.video('mp4', 20));
    await expect(upload.button('Pause (resuming starts again)').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Uploading, 0 %')).toBeVisible();

    await upload.button('Save & Preview').click();
    await visitor.expectToast(
      'Success',
      'Description updated successfully. This page stays until the upload is done.',
    );
    await page.goForward();
    await expect(page.getByRole('dialog', { name: 'Leave while uploading?' })).toBeVisible();
    await page.waitForFunction(() => location.pathname === '/upload');
    await upload.button('Stay on this page').click();
    await expect(page.getByText('Uploading, 0 %')).toBeVisible();

    // Checks in the page, because the new trailer may soon replace the trailer with this text.
    const written = page.waitForFunction(
      () => location.pathname === '/' && document.body.textContent.includes('Written meanwhile'),
      undefined,
      { timeout: 90_000 },
    );
    release();
    await visitor.expectToast('Success', 'Trailer uploaded successfully. Redirecting to preview...');
    await upload.expectHome();
    await written;
    await newestIsShown();
  });

  test('accepts another poster at once', async ({ files }) => {
    await open();
    await upload.openPosterDialog();
    await visitor.sendFile(files.image(1920, 1080));
    await visitor.expectToast('Applying Poster');
    await upload.expectHome();
  });

  for (const [alignment, device] of [
    ['center', 'desktop'],
    ['right', 'narrow'],
    ['left', 'desktop'],
  ] as const) {
    test(`keeps the text and alignment of its description on both pages, ${alignment}, ${device}`, async () => {
      await open(device);
      const text = page.getByPlaceholder('Enter trailer description text...');
      await text.fill(`First <line>\n\nThird & last, ${alignment}`);
      await upload.button(`Align ${alignment}`).click();
      await upload.button('Save & Preview').click();
      await visitor.expectToast('Success', 'Description updated successfully. Redirecting to preview...');
      await upload.expectHome();
      const shown = page.locator(`.text-${alignment}`, { hasText: 'Third & last' });
      await expect(shown).toBeVisible();
      expect(await shown.evaluate((element) => getComputedStyle(element).textAlign)).toBe(alignment);

      await page.goto(`${portal.url}/upload`);
      await page.waitForFunction(
        (wanted) => document.querySelector('textarea')?.value.endsWith(wanted),
        alignment,
      );
      await expect(text).toHaveValue(`First <line>\n\nThird & last, ${alignment}`);
      expect(await text.evaluate((area) => getComputedStyle(area).textAlign)).toBe(alignment);
      const pressed = page.getByRole('group', { name: 'Alignment' }).locator('[aria-pressed=true]');
      expect(await pressed.getAttribute('aria-label')).toBe(`Align ${alignment}`);
      // Checks the appearance, not only the state: only the chosen button is highlighted.
      const highlighted = await page
        .getByRole('group', { name: 'Alignment' })
        .getByRole('button')
        .evaluateAll((buttons) =>
          buttons
            .filter((button) => getComputedStyle(button).backgroundColor === 'rgb(239, 191, 115)')
            .map((button) => button.getAttribute('aria-label')),
        );
      expect(highlighted).toEqual([`Align ${alignment}`]);
      await expect(upload.button('Save & Preview')).toBeEnabled();
    });
  }

  test('shows why its description was not saved', async () => {
    await open('narrow');
    await page.waitForFunction(() => (document.querySelector('textarea')?.value ?? '') !== '');
    await page.route('**/description', (route) => route.fulfill(unavailableResponse));
    await upload.button('Save & Preview').click();
    await upload.expectErrorToast('Update Failed', 'Try again in a moment');
    expect(await visitor.accessibilityViolations()).toEqual([]);
  });
});

test.describe('the upload password', () => {
  const newPassword = 'another password for tests';

  test('is no longer valid after signing out', async () => {
    await openAs(await enterAsUploader(portal.url));
    const otherTab = await visitor.context.newPage();
    await otherTab.goto(portal.url);
    await expect(otherTab.getByRole('button', { name: 'Exit' })).toBeVisible();
    for (const tab of [page, otherTab]) {
      await tab.evaluate(() => {
        localStorage.setItem('playbackPositions', '[["visitor/version",42]]');
        sessionStorage.setItem('gateFields', '{"name":"Nadia","email":"nadia@example.com"}');
      });
    }
    const ending = page.waitForRequest('**/api/auth/logout');
    await page.getByRole('link', { name: 'Sign Out' }).click();
    expect((await ending).method()).toBe('POST');
    await expect(upload.button('Access Trailer')).toBeVisible();
    for (const tab of [page, otherTab]) {
      const storedKeys = () =>
        tab.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
      await expect.poll(storedKeys).toEqual([]);
    }
    await page.goto(`${portal.url}/upload`);
    await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible();
  });

  test('is no longer valid after signing out, even if the call fails and the link is opened instead', async () => {
    await openAs(await enterAsUploader(portal.url));
    await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 503, body: '' }));
    await page.getByRole('link', { name: 'Sign Out' }).click();
    await expect(upload.button('Access Trailer')).toBeVisible();
  });

  for (const [device, oldPassword, to] of [
    ['desktop', UPLOAD_PASSWORD, newPassword],
    ['narrow', newPassword, UPLOAD_PASSWORD],
  ] as const) {
    test(`can be changed only with the current password; other uploaders enter the new password without losing input, ${device}`, async ({
      files,
    }) => {
      const unlocked = async () => {
        const client = await enterAsViewer(portal.url);
        await client.post('/api/auth/upload-password', { password: oldPassword });
        return client;
      };
      const other = await Visitor.arrive(browser, portal.url, {
        device,
        as: await unlocked(),
        path: '/upload',
      });
      await other.page.getByRole('textbox', { name: 'Trailer Title' }).fill('Half a title');
      await openAs(await unlocked(), device);
      const current = page.getByLabel('Current password', { exact: true });
      await current.fill('not the password');
      await expect(upload.button('Save New Password')).toBeDisabled();
      await page.getByLabel('New password', { exact: true }).fill(to);
      await upload.button('Save New Password').click();
      await upload.expectErrorToast('Password Change Failed', 'Current password is incorrect');
      await current.fill(oldPassword);
      await upload.button('Save New Password').click();
      await visitor.expectToast('Password Changed', 'Upload page password updated successfully');
      await expect(current).toHaveValue('');
      expect(await visitor.overflow()).toBe(0);

      // A background read of the page may notice the new password before the upload does.
      const poster = other.page.getByRole('button', { name: 'Select & Upload Poster' });
      const password = other.page.getByLabel('Upload password', { exact: true });
      await expect(poster.or(password)).toBeVisible();
      if (await poster.isVisible()) {
        await poster.click();
        await other.sendFile(files.image(1280, 720));
      }
      await password.fill(to);
      await password.press('Enter');
      await expect(other.page.getByRole('heading', { name: 'Admin Upload' })).toBeVisible();
      await expect(other.page.getByRole('textbox', { name: 'Trailer Title' })).toHaveValue('Half a title');
    });
  }
});
