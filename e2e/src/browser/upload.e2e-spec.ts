import { readFile } from 'node:fs/promises';
import { until } from '@secure-preview/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, Visitor } from '../support/browser.js';
import { type Client, enterAsUploader, enterAsViewer } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { type MediaFiles, mediaFiles } from '../support/media-files.js';
import { startTestPortal, type TestPortal, UPLOAD_PASSWORD } from '../support/portal.js';
import { failing, UploadPage } from '../support/upload-page.js';

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

/**
 * Waits until viewers see the last upload. Otherwise it would replace another trailer in the middle of a
 * later test.
 */
async function newestIsShown(): Promise<void> {
  const isShown = async () => {
    const [newest] = (await uploader.get('/api/trailers')).json() as { active: boolean; finished: boolean }[];
    return newest?.active && newest.finished;
  };
  await until(isShown, { deadlineMs: 180_000, everyMs: 200, what: 'the newest trailer to be shown' });
}

beforeAll(async () => {
  [portal, files, browser] = await Promise.all([
    startTestPortal({ LEADS_PER_MINUTE_PER_IP: '1000' }),
    mediaFiles(),
    launchBrowser(),
  ]);
  uploader = await enterAsUploader(portal.url);
});
afterEach(async () => {
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});
afterAll(async () => {
  await browser?.close();
  files?.dispose();
  await portal?.dispose();
});

describe('the gates of the upload page', () => {
  it('send an anonymous visitor to the main page', async () => {
    await open('desktop', null);
    await page.getByRole('heading', { name: 'Authentication Required' }).waitFor();
    await visitor.titled('Authentication Required · Secure Preview');
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await page.getByRole('link').click();
    await upload.button('Access Trailer').waitFor();
  });

  it('ask a viewer for the password, reject a wrong one and open with the right one', async () => {
    await open('narrow', await enterAsViewer(portal.url));
    const password = page.getByLabel('Upload password', { exact: true });
    expect(await upload.button('Access Upload Page').isDisabled()).toBe(true);
    expect(await visitor.overflow()).toBe(0);
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await visitor.screenshot('upload-gate-narrow');

    // The portal did not check this one.
    await page.route('**/api/auth/upload-password', (route) => route.fulfill({ status: 502, body: '' }));
    await password.fill('not the password');
    await password.press('Enter');
    await upload.toldFailure(
      'Password Not Checked',
      'This is usually over in a moment. Check your connection and try again.',
    );
    expect(await password.inputValue()).toBe('not the password');
    await page.unroute('**/api/auth/upload-password');

    // The focus is back on it.
    await upload.ready('Access Upload Page');
    await password.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await upload.toldFailure('Access Denied', 'Invalid password');
    await visitor.screenshot('upload-gate-denied-narrow');
    await eventually(() => password.inputValue(), '');
    expect(await visitor.accessibilityViolations()).toEqual([]);

    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/auth/upload-password', async (route) => {
      await held;
      await route.continue();
    });
    await password.fill(UPLOAD_PASSWORD);
    await password.press('Enter');
    expect(await upload.button('Verifying...').isDisabled()).toBe(true);
    letGo();
    await visitor.told('Access Granted', 'Upload page unlocked successfully');
    await page.getByRole('heading', { name: 'Admin Upload' }).waitFor();
    await visitor.titled('Admin Upload · Secure Preview');
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
    const put = page.waitForRequest((request) => request.method() === 'PUT');
    await visitor.sendFile(files.image(1280, 720));
    // The storage accepts only what the browser declared.
    const signed = new URL((await put).url()).searchParams.get('X-Amz-SignedHeaders');
    expect(signed).toBe('content-length;content-type;host');
    await visitor.told('Poster Uploaded', 'Poster will be applied to the next trailer you upload');
    const kept = await page.evaluate(() => localStorage.getItem('pendingPosterURL'));
    expect(kept).toMatch(/^http[^?]+$/);
    const waits = page.getByText('A poster is waiting for the next trailer you upload.');
    await waits.waitFor();
    await page.reload();
    await page.getByRole('img', { name: 'The waiting poster' }).waitFor();
    await page.getByText('image-1280x720.png').waitFor();
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await upload.button('Remove the waiting poster').click();
    await waits.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => localStorage.getItem('pendingPosterURL'))).toBeNull();
  });
});

describe('a toast on a phone', () => {
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error('nothing is shown');
    return { top: box.y, bottom: box.y + box.height };
  };
  const touch = (a: { top: number; bottom: number }, b: typeof a) => a.top < b.bottom && b.top < a.bottom;

  it('covers neither the links of the header nor the section in use, and moves nothing', async () => {
    await open('narrow');
    // The overview above the section is complete, in its own font.
    await page.getByRole('link', { name: /^Lead Captures \(/ }).waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const section = page.getByRole('region', { name: 'Upload Trailer Video' });
    // A click would scroll there.
    await upload.button('Select & Upload Video').scrollIntoViewIfNeeded();
    const before = await boxOf(section);
    await upload.button('Select & Upload Video').click();
    const missing = visitor.toast('Missing Title');
    await missing.waitFor();
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
    await failed.waitFor();
    expect(touch(await boxOf(failed), await boxOf(password))).toBe(false);
  });
});

describe('a trailer', () => {
  it.each(['desktop', 'narrow'] as const)(
    'that cannot be saved shows an error, is kept and saved again, with the waiting poster, %s',
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
      expect(await visitor.accessibilityViolations()).toEqual([]);
      expect(await visitor.overflow()).toBe(0);

      await page.unroute('**/api/trailers');
      const created = page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/api/trailers'),
      );
      // The page itself checks, before it leaves for the preview.
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
      await upload.home();
      await page.locator('.player img[src^="/api/media/posters/"]').waitFor({ timeout: 180_000 });
      await newestIsShown();
    },
  );

  it('that is rejected leaves the reason on the page and a way to choose another file', async () => {
    await open('narrow');
    await upload.openVideoDialog('Perihelion');
    await upload.choose({ name: 'notes.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no film at all') });
    await upload.button('Upload video').click();
    const reason = 'The uploaded file is not a video this portal can read';
    await upload.toldFailure('Upload Failed', reason);
    await visitor.dismissToast();
    await page.getByRole('region', { name: 'Upload Trailer Video' }).getByText(reason).waitFor();
    expect(await upload.button('Save the trailer again').count()).toBe(0);
    expect(await visitor.overflow()).toBe(0);
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await upload.button('Choose another file').click();
    await upload.dialog.getByText(/^Files up to 300MB/).waitFor();
  });

  it('shows its progress above the sections while it is processed', async () => {
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
    expect(await visitor.accessibilityViolations()).toEqual([]);
    instead = {};
    await page.getByText('The new trailer is live.').waitFor();
  });

  it('that turns out broken is reported on both pages, while the last one stays, until the report is read', async () => {
    await open('narrow');
    const whole = await readFile(files.film('mp4', 20));
    await upload.openVideoDialog('Broken');
    const torn = { name: 'torn.mp4', mimeType: 'video/mp4', buffer: whole.subarray(0, 70_000) };
    await upload.choose(torn);
    await upload.button('Upload video').click();
    await visitor.told('Success');
    await upload.home();
    const told = page.getByText(/^“Broken” could not be processed: /);
    await told.waitFor({ timeout: 180_000 });
    expect(await visitor.overflow()).toBe(0);
    await page.getByRole('button', { name: 'Play Perihelion' }).waitFor();
    await page.goto(`${portal.url}/upload`);
    await told.waitFor();
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await visitor.screenshot('upload-page-failed-narrow');
    await upload.button('Dismiss').click();
    await told.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Admin Upload' }).waitFor();
    await page.waitForFunction(() => document.querySelector('textarea')?.readOnly === false);
    // The list is present; a message about the newest would be in it.
    await page.getByRole('heading', { name: 'Broken', exact: true }).waitFor();
    expect(await told.count()).toBe(0);
  });

  it('continues its upload while something else is saved, and during navigation in the history', async () => {
    await open();
    // Both pages are in one document, so the browser asks nothing.
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
    // Long enough not to replace the other one at once.
    await visitor.sendFile(files.film('mp4', 20));
    await upload.button('Pause (resuming starts again)').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Uploading, 0 %').waitFor();

    await upload.button('Save & Preview').click();
    await visitor.told(
      'Success',
      'Description updated successfully. This page stays until the upload is done.',
    );
    await page.goForward();
    await page.getByRole('dialog', { name: 'Leave while uploading?' }).waitFor();
    await page.waitForFunction(() => location.pathname === '/upload');
    await upload.button('Stay on this page').click();
    await page.getByText('Uploading, 0 %').waitFor();

    // The text belongs to the previous trailer, which the new one may soon replace, so the page itself
    // checks.
    const written = page.waitForFunction(
      () => location.pathname === '/' && document.body.textContent.includes('Written meanwhile'),
      undefined,
      { timeout: 90_000 },
    );
    arrived();
    await visitor.told('Success', 'Trailer uploaded successfully. Redirecting to preview...');
    await upload.home();
    await written;
    await newestIsShown();
  });

  it('accepts another poster at once', async () => {
    await open();
    await upload.openPosterDialog();
    await visitor.sendFile(files.image(1920, 1080));
    await visitor.told('Applying Poster');
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
      await visitor.told('Success', 'Description updated successfully. Redirecting to preview...');
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
      // Checks the look, not only the state: the chosen button alone is highlighted.
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

  it('shows why its description was not saved', async () => {
    await open('narrow');
    await page.waitForFunction(() => (document.querySelector('textarea')?.value ?? '') !== '');
    await page.route('**/description', (route) => route.fulfill(failing));
    await upload.button('Save & Preview').click();
    await upload.toldFailure('Update Failed', 'Try again in a moment');
    expect(await visitor.accessibilityViolations()).toEqual([]);
  });
});

describe('the upload password', () => {
  const newPassword = 'another password for tests';

  it('is no longer valid after signing out', async () => {
    await open('desktop', await enterAsUploader(portal.url));
    const otherTab = await visitor.context.newPage();
    await otherTab.goto(portal.url);
    await otherTab.getByRole('button', { name: 'Exit' }).waitFor();
    for (const tab of [page, otherTab]) {
      await tab.evaluate(() => {
        localStorage.setItem('playbackPositions', '[["visitor/version",42]]');
        sessionStorage.setItem('gateFields', '{"name":"Nadia","email":"nadia@example.com"}');
      });
    }
    const ending = page.waitForRequest('**/api/auth/logout');
    await page.getByRole('link', { name: 'Sign Out' }).click();
    expect((await ending).method()).toBe('POST');
    await upload.button('Access Trailer').waitFor();
    for (const tab of [page, otherTab]) {
      const kept = () => tab.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
      await eventually(kept, []);
    }
    await page.goto(`${portal.url}/upload`);
    await page.getByRole('heading', { name: 'Authentication Required' }).waitFor();
  });

  it('is no longer valid after signing out, even if the call fails and the link is opened instead', async () => {
    await open('desktop', await enterAsUploader(portal.url));
    await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 503, body: '' }));
    await page.getByRole('link', { name: 'Sign Out' }).click();
    await upload.button('Access Trailer').waitFor();
  });

  it.each([
    ['desktop', UPLOAD_PASSWORD, newPassword],
    ['narrow', newPassword, UPLOAD_PASSWORD],
  ] as const)(
    'is changed with the current one only; others must enter the new one and lose no input, %s',
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
      await visitor.told('Password Changed', 'Upload page password updated successfully');
      await eventually(() => current.inputValue(), '');
      expect(await visitor.overflow()).toBe(0);

      await other.page.getByRole('button', { name: 'Select & Upload Poster' }).click();
      await other.sendFile(files.image(1280, 720));
      const password = other.page.getByLabel('Upload password', { exact: true });
      await password.fill(to);
      await password.press('Enter');
      await other.page.getByRole('heading', { name: 'Admin Upload' }).waitFor();
      expect(await other.page.getByRole('textbox', { name: 'Trailer Title' }).inputValue()).toBe(
        'Half a title',
      );
      expect(other.complaints).toEqual([]);
      await other.leave();
    },
  );
});
