import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

import type { Browser, Page } from '@playwright/test';
import { type Device, Visitor } from '../support/browser.js';
import { type Client, enterAsUploader } from '../support/client.js';
import type { TestPortal } from '../support/portal.js';
import { SharedPages } from '../support/shared-pages.js';
import { expect, test } from '../support/test.js';
import { UploadPage, unavailableResponse } from '../support/upload-page.js';

/** Selector of the open dialog of Uppy. */
const DIALOG = '.uppy-Dashboard[aria-hidden=false]';

let portal: TestPortal;
let browser: Browser;
let uploader: Client;
let visitor: Visitor;
let page: Page;
let upload: UploadPage;

let pages: SharedPages;

/** Loads the upload page in a page that tests share. */
const open = async (device: Device = 'desktop') => use(await pages.load('/upload', device, uploader));
function use(opened: Visitor): void {
  visitor = opened;
  page = visitor.page;
  upload = new UploadPage(visitor);
}

test.beforeAll(async ({ portal: sharedPortal, browser: sharedBrowser }) => {
  portal = sharedPortal;
  browser = sharedBrowser;
  uploader = await enterAsUploader(portal.url);
  pages = await SharedPages.open(browser, portal.url, [uploader]);
});
test.afterAll(() => pages?.close());

test.describe('the upload dialog', () => {
  test('requires a title first, closes on Escape and on a click outside, and restores focus', async () => {
    await open();
    await upload.button('Select & Upload Video').click();
    await upload.expectErrorToast('Missing Title', 'Please enter a trailer title before uploading');
    await expect(page.locator('[placeholder="Enter trailer title"]:focus')).toBeVisible();

    await upload.openVideoDialog('Perihelion');
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(upload.dialog).toBeHidden();
    await upload.focused('Select & Upload Video');
    await upload.openVideoDialog('Perihelion');
    await page.mouse.click(20, 450);
    await expect(upload.dialog).toBeHidden();
    await upload.focused('Select & Upload Video');
    await upload.openVideoDialog('Perihelion');
    await upload.button('Close').click();
    await expect(upload.dialog).toBeHidden();
    await upload.focused('Select & Upload Video');
  });

  test('has a focus ring that overlaps no other text', async () => {
    await open();
    await upload.openVideoDialog('Perihelion');
    await upload.button('browse this device').focus();
    const gap = await upload.button('browse this device').evaluate((button) => {
      const before = document.createRange();
      before.selectNodeContents(button.previousSibling ?? button);
      const { outlineOffset, outlineWidth } = getComputedStyle(button);
      const ring = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
      const text = button.previousSibling?.textContent?.trimEnd().length ?? 0;
      before.setEnd(button.previousSibling ?? button, text);
      return button.getBoundingClientRect().left - before.getBoundingClientRect().right - ring;
    });
    expect(gap).toBeGreaterThan(2);
  });

  test('accepts a dropped or pasted file', async () => {
    await open();
    await upload.openPosterDialog();
    const image = await page.evaluateHandle(async () => {
      const canvas = new OffscreenCanvas(1280, 720);
      canvas.getContext('2d');
      const transfer = new DataTransfer();
      transfer.items.add(new File([await canvas.convertToBlob()], 'carried.png', { type: 'image/png' }));
      return transfer;
    });
    await upload.dialog.dispatchEvent('dragover', { dataTransfer: image });
    await expect(page.getByText('Drop the file here', { exact: true })).toBeVisible();
    await upload.dialog.dispatchEvent('drop', { dataTransfer: image });
    await expect(page.getByText('carried.png').first()).toBeVisible();
    await page.getByRole('button', { name: /^Remove file/ }).click();
    await expect(page.getByText(/^Drop the file here, paste it, or/)).toBeVisible();

    await upload.dialog.evaluate(
      (dialog, clipboardData) =>
        dialog.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true })),
      image,
    );
    await expect(page.getByText('carried.png').first()).toBeVisible();
    await expect(upload.button('Upload poster')).toBeVisible();
  });

  for (const [kind, button, type] of [
    ['Video', 'Record Video', 'video/*'],
    ['Poster', 'Take Picture', 'image/*'],
  ] as const) {
    test(`accepts a recording of a phone's camera: ${kind}`, async ({ files }) => {
      await open('narrow');
      if (kind === 'Video') await upload.openVideoDialog('Perihelion');
      else await upload.openPosterDialog();
      expect(await visitor.accessibilityViolations({ within: DIALOG })).toEqual([]);
      const chooser = page.waitForEvent('filechooser');
      await page.getByText(button, { exact: true }).click();
      const camera = await chooser;
      expect(await camera.element().getAttribute('capture')).toBe('environment');
      expect(await camera.element().getAttribute('accept')).toBe(type);
      await camera.setFiles(kind === 'Video' ? files.video('mp4', 2) : files.image(1280, 720));
      await expect(upload.button(kind === 'Video' ? 'Upload video' : 'Upload poster')).toBeVisible();
    });
  }

  test('reports a lost connection until it is back', async () => {
    await open();
    await upload.openVideoDialog('Perihelion');
    const offlineMessage = upload.dialog.getByText('No Internet connection').first();
    await visitor.context.setOffline(true);
    await expect(offlineMessage).toBeVisible();
    // Another message appears and disappears meanwhile.
    await upload.choose({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no video') });
    const refusal = upload.dialog.getByText(/^You can only upload/).first();
    await expect(refusal).toBeVisible();
    await expect(refusal).toHaveCount(0);
    expect(await offlineMessage.isVisible()).toBe(true);
    expect(await visitor.accessibilityViolations({ within: DIALOG })).toEqual([]);
    await visitor.context.setOffline(false);
    const reconnected = upload.dialog.getByText('Connected to the Internet').first();
    await expect(reconnected).toBeVisible();
    await expect(offlineMessage).toHaveCount(0);
    await expect(reconnected).toHaveCount(0);
  });

  for (const [kind, path, sentence] of [
    ['Video', '**/api/objects/upload', 'Failed to get video URL from upload'],
    ['Poster', '**/api/objects/upload-poster', 'Failed to get poster URL from upload'],
  ] as const) {
    test(`reports an upload response without a URL: ${kind}`, async ({ files }) => {
      const device = kind === 'Video' ? 'narrow' : 'desktop';
      use(await Visitor.arrive(browser, portal.url, { device, as: uploader, path: null }));
      await page.route(path, (route) =>
        route.fulfill({ json: { uploadURL: `${portal.url}/nowhere?signed` } }),
      );
      await page.route('**/nowhere?signed', (route) => route.fulfill({ status: 200, body: '' }));
      // The library reads the URL from `href`, which is never empty without this override.
      await page.addInitScript(() => {
        const href = Object.getOwnPropertyDescriptor(URL.prototype, 'href');
        Object.defineProperty(URL.prototype, 'href', {
          ...href,
          get(this: URL) {
            return this.pathname === '/nowhere' ? '' : href?.get?.call(this);
          },
        });
      });
      await page.goto(`${portal.url}/upload`);
      if (kind === 'Video') await upload.openVideoDialog('Perihelion');
      else await upload.openPosterDialog();
      await visitor.sendFile(kind === 'Video' ? files.video('mp4', 2) : files.image(1280, 720));
      await upload.expectErrorToast('Upload Error', sentence);
      expect(await visitor.accessibilityViolations()).toEqual([]);
    });
  }

  for (const device of ['desktop', 'tablet', 'narrow'] as const) {
    test(`rejects a file that is not a video, accepts a video, and lets its name be edited, ${device}`, async ({
      files,
    }) => {
      await open(device);
      await upload.openVideoDialog('Perihelion');
      await visitor.screenshot(`upload-dialog-${device}`);
      await upload.choose({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no video') });
      await expect(
        page.getByText('You can only upload: video/*, .mp4, .mov, .avi, .mkv').first(),
      ).toBeVisible();
      await expect(upload.dialog.getByText('“notes.txt” is not a video.')).toBeVisible();
      await upload.choose(files.video('mp4', 2));
      await expect(upload.button('Upload video')).toBeVisible();
      // The message about the other file has disappeared.
      await expect(page.getByText(/^You can only upload/)).toHaveCount(0);
      // A frame of the video, not a generic video icon.
      await expect(upload.dialog.locator('img[src^="data:image/jpeg"]')).toBeVisible();
      expect(await visitor.accessibilityViolations({ within: DIALOG })).toEqual([]);
      expect(await visitor.overflow()).toBe(0);
      await page.getByRole('button', { name: /^Edit file/ }).click();
      await page.getByLabel('File name').fill('final cut.mp4');
      expect(await visitor.accessibilityViolations({ within: DIALOG })).toEqual([]);
      await visitor.screenshot(`upload-dialog-file-${device}`);
      await upload.button('Save changes').click();
      await expect(page.getByText('final cut.mp4').first()).toBeVisible();
      await page.getByRole('button', { name: /^Remove file/ }).click();
      await expect(upload.button('Upload video')).toHaveCount(0);
    });
  }

  test('rejects a poster over its size', async () => {
    await open();
    await upload.openPosterDialog();
    await upload.choose({ name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(10_485_761) });
    await expect(page.getByText('huge.png exceeds maximum allowed size of 10 MB').first()).toBeVisible();
    expect(await visitor.accessibilityViolations({ within: DIALOG })).toEqual([]);
  });

  test('declares size and type before it sends a file, and shows at once why the portal rejected it', async ({
    files,
  }) => {
    await open();
    const declared: unknown[] = [];
    await page.route('**/api/objects/upload-poster', (route) => {
      const file = route.request().postDataJSON() as { size: number; type: string };
      declared.push(file);
      return route.continue({ postData: JSON.stringify({ ...file, size: 10_485_761 }) });
    });
    await upload.openPosterDialog();
    const poster = files.image(1280, 720);
    await visitor.sendFile(poster);
    await upload.expectErrorToast(
      'Poster Upload Failed',
      'The poster is larger than the allowed 10485760 bytes',
    );
    expect(declared).toEqual([{ size: statSync(poster).size, type: 'image/png' }]);
  });

  test('rejects an invalid poster at once, and accepts the next one', async ({ files }) => {
    await open('narrow');
    await upload.openPosterDialog();
    const picker = upload.dialog.locator('input[type=file]:not([capture])').first();
    expect(await picker.getAttribute('accept')).not.toMatch(/gif|image\/\*/);
    let requests = 0;
    page.on('request', (request) => {
      if (/objects\/upload/.test(request.url())) requests += 1;
    });
    const gif = Buffer.from('R0lGODlhEAAJAIAAAAAAAP///yH5BAAAAAAALAAAAAAQAAkAAAIKhI+py+0Po5yUFQA7', 'base64');
    const content = await readFile(files.image(1280, 720));
    const sideways = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(1280, 720);
      canvas.getContext('2d');
      const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
      const jpeg = new Uint8Array(await blob.arrayBuffer());
      // Exif orientation 6: rotated by 90 degrees for display.
      const exif =
        '\xff\xe1\x00\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0';
      return [...jpeg.slice(0, 2), ...[...exif].map((letter) => letter.charCodeAt(0)), ...jpeg.slice(2)];
    });
    const png = { name: 'key art.png', mimeType: 'image/png' };
    for (const [file, sentence] of [
      [{ ...png, buffer: gif }, 'A GIF cannot be a poster. Choose a JPG, PNG or WebP file.'],
      [
        { name: 'loop.gif', mimeType: 'image/gif', buffer: gif },
        'A GIF cannot be a poster. Choose a JPG, PNG or WebP file.',
      ],
      [
        { ...png, buffer: Buffer.from('<svg/>') },
        'This file is not a JPG, PNG or WebP picture. Choose another one.',
      ],
      [
        { ...png, buffer: content.subarray(0, 20) },
        'This picture is damaged and cannot be opened. Choose another one.',
      ],
      [files.image(1000, 1000), 'This picture is 1000×1000. A poster must be 16:9, such as 1920×1080.'],
      [
        { name: 'phone.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(sideways) },
        'This picture is 720×1280. A poster must be 16:9, such as 1920×1080.',
      ],
    ] as const) {
      await upload.choose(file);
      await expect(upload.dialog.getByText(sentence, { exact: true })).toBeVisible();
    }
    expect(await upload.button('Upload poster').count()).toBe(0);
    expect(await visitor.accessibilityViolations({ within: DIALOG })).toEqual([]);
    expect(requests).toBe(0);
    await upload.choose(files.image(1290, 720));
    await expect(upload.button('Upload poster')).toBeVisible();
  });

  test('reports at once that the storage is full, and stores the file once there is space', async ({
    files,
  }) => {
    await open();
    const store = String(portal.pids()['object-store']);
    // Rejects anything larger, as a full disk does.
    const setLimit = (bytes: string) => execFileSync('prlimit', ['--pid', store, `--fsize=${bytes}:`]);
    const sentence = 'The storage is full, so the file was not stored.';
    let addresses = 0;
    page.on('request', (request) => {
      if (/objects\/upload/.test(request.url())) addresses += 1;
    });
    await upload.openVideoDialog('Perihelion');
    setLimit('4096');
    try {
      await visitor.sendFile(files.video('mp4', 6));
      await upload.expectErrorToast('Upload Failed', sentence);
    } finally {
      setLimit('unlimited');
    }
    expect(addresses).toBe(1);
    await expect(upload.dialog.getByText(sentence).first()).toBeVisible();
    await visitor.dismissToast();
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await upload.button('Close').click();
    await expect(
      page.getByRole('region', { name: 'Upload Trailer Video' }).getByText(sentence),
    ).toBeVisible();
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await upload.button('Show upload').click();
    await upload.button('Retry upload').click();
    await visitor.expectToast('Success', 'Trailer uploaded successfully. Redirecting to preview...');
    await upload.expectHome();
  });

  test('retries four times, with a fresh URL each time, then reports the error', async ({ files }) => {
    const cases = [
      {
        kind: 'Video',
        device: 'narrow',
        failingPath: '**/api/objects/upload',
        title: 'Upload Failed',
        sentence: 'Failed to get upload URL',
      },
      {
        kind: 'Poster',
        device: 'tablet',
        failingPath: '**/api/objects/upload-poster',
        title: 'Poster Upload Failed',
        sentence: 'Failed to get poster upload URL',
      },
      {
        kind: 'Poster',
        device: 'desktop',
        failingPath: /X-Amz-Signature/,
        title: 'Poster Upload Failed',
        sentence: 'Failed to upload image-1280x720.png',
      },
    ] as const;
    const video = files.video('mp4', 2);
    const poster = files.image(1280, 720);
    await Promise.all(
      cases.map(async ({ kind, device, failingPath, title, sentence }) => {
        // The shared page for large windows is that of the desktop.
        const guest = await (device === 'tablet'
          ? Visitor.arrive(browser, portal.url, { device, as: uploader, path: '/upload' })
          : pages.load('/upload', device, uploader));
        await guest.page.getByRole('textbox', { name: 'Trailer Title' }).fill('Perihelion');
        let addresses = 0;
        guest.page.on('request', (request) => {
          if (/objects\/upload/.test(request.url())) addresses += 1;
        });
        await guest.page.route(failingPath, (route) =>
          route.fulfill(
            typeof failingPath === 'string' ? unavailableResponse : { status: 403, body: '<Error/>' },
          ),
        );
        await guest.page.getByRole('button', { name: `Select & Upload ${kind}` }).click();
        await guest.sendFile(kind === 'Video' ? video : poster);
        const toast = guest.toast(title);
        await guest.expectToast(title, sentence, 'destructive');
        // Keeps it open on a busy machine, where it may close before the pointer arrives.
        await toast.evaluate((shown) => (shown as HTMLElement).focus());
        // Above the dialog, where the pointer reaches the toast and keeps it from closing.
        await toast.hover();
        expect(await toast.getAttribute('data-variant')).toBe('destructive');
        expect(addresses).toBe(5);
        await expect(guest.page.getByRole('button', { name: 'Retry upload' }).first()).toBeVisible();
        expect(await guest.page.locator('.uppy-DashboardContent-title').textContent()).toBe('Upload failed');
        expect(await guest.accessibilityViolations()).toEqual([]);
        await guest.screenshot(`upload-failed-${device}`);
        await toast.getByRole('button', { name: 'Dismiss notification' }).click();
        await expect(toast).toHaveCount(0);
        expect(await guest.page.getByRole('dialog').isVisible()).toBe(true);
        if (device === 'tablet') await guest.leave();
      }),
    );
  });

  test('pauses, restarts and cancels an upload, shows its progress, and warns before the page is left', async ({
    files,
  }) => {
    await open();
    await page.route(/X-Amz-Signature/, () => undefined);
    await upload.openVideoDialog('Perihelion');
    await visitor.sendFile(files.video('mp4', 2));
    await expect(upload.button('Pause (resuming starts again)').first()).toBeVisible();
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await upload.button('Pause (resuming starts again)').first().click();
    await upload.button('Start again').first().click();
    await expect(upload.button('Pause (resuming starts again)').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Uploading, 0 %')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Trailer' }).click();
    await expect(page.getByRole('dialog', { name: 'Leave while uploading?' })).toBeVisible();
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await upload.button('Stay on this page').click();
    const question = page.waitForEvent('dialog');
    const leaving = page.getByRole('link', { name: 'Sign Out' }).click();
    const closing = await question;
    expect(closing.type()).toBe('beforeunload');
    await closing.dismiss();
    await leaving;
    await upload.button('Show upload').click();
    await upload.button('Cancel').first().click();
    await expect(upload.button('Select & Upload Video')).toBeVisible();
  });
});
