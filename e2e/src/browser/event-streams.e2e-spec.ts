import { Visitor } from '../support/browser.js';
import { Client, enterAsUploader } from '../support/client.js';
import type { TestPortal } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

/** Milliseconds from the answer to the administrator until the video of a visitor is gone (docs/product.md#access). */
const BLACK_MS = 3000;

let portal: TestPortal;
let admin: Client;

test.beforeAll(async ({ portal: sharedPortal, files }) => {
  portal = sharedPortal;
  await publishTrailer(portal.url, { title: 'Perihelion', video: files.repeat(files.video('mp4', 8), 5) });
  admin = await enterAsUploader(portal.url);
});

for (const state of ['playing', 'paused'] as const) {
  test(`removes a ${state} video within 3 s after its visitor was blocked`, async ({ browser }) => {
    const email = `${state}@kino.example`;
    const visitor = await Visitor.arrive(browser, portal.url, { device: 'enlarged', path: null });
    const { page } = visitor;
    const opened = page.waitForResponse((response) => response.url().includes('/api/events?trailerId='));
    await page.goto(portal.url);
    await visitor.enter('Nora Charles', email);
    expect((await opened).status()).toBe(200);
    // Reports every 9 s, and when it is paused: this test ends before the next one.
    const reported = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await visitor.watch();
    await visitor.slowDown();
    if (state === 'paused') await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
    expect((await reported).status()).toBe(200);
    const blocked = await admin.post('/api/blocks', { kind: 'address', value: email });
    expect(blocked.status, blocked.text).toBe(200);
    await expect(page.locator('video')).toHaveCount(0, { timeout: BLACK_MS });
    await expect(page.getByRole('heading', { name: 'Your access has ended' })).toBeVisible();
    await expect(page.getByText('Your access to this preview was blocked.')).toBeVisible();
    expect((await page.request.get(`${portal.url}/api/active-trailer`)).status()).toBe(403);
    await visitor.leave();
  });
}
