import { makeVideo } from '@secure-preview/standalone';
import { temporaryDir } from '@secure-preview/testing';
import { Visitor } from '../support/browser.js';
import { type Client, enterAsViewer } from '../support/client.js';
import { startTestPortal, type TestPortal } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

/** Two segments a second. Visitors with equal codewords, who would fail the test, are as rare as 1 in 2^24. */
const SECONDS = 12;

let portal: TestPortal;

test.describe('a marked trailer', () => {
  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async () => {
    const folder = temporaryDir('marked');
    const video = await makeVideo(folder, { seconds: SECONDS, size: '640x360', videoBitsPerSecond: 800_000 });
    portal = await startTestPortal({ FORENSIC_MARKING: 'on', KEEP_SOURCE: 'true' });
    await publishTrailer(portal.url, { title: 'Perihelion, marked', video });
  });
  test.afterAll(() => portal?.dispose());

  /** Returns the URLs in the object store of all video segments, as a native player is redirected to them. */
  async function segmentUrls(viewer: Client): Promise<URL[]> {
    const { filePath } = (await viewer.get('/api/active-trailer')).json();
    const [rendition = ''] =
      (await viewer.get(filePath)).text.match(/^\/api\/media\/renditions\/\S+$/m) ?? [];
    const names = (await viewer.get(rendition)).text.match(/^\/api\/media\/\S+\.m4s$/gm) ?? [];
    const urls: URL[] = [];
    for (const name of names) {
      const answer = await viewer.get(name);
      expect(answer.status).toBe(302);
      urls.push(new URL(answer.headers.get('location') ?? ''));
    }
    return urls;
  }
  const pathsOf = (urls: readonly URL[]) => urls.map(({ pathname }) => pathname);
  const bytesAt = async (url: URL | undefined) => {
    const answer = await fetch(url ?? '', { signal: AbortSignal.timeout(30_000) });
    return Buffer.from(await answer.arrayBuffer());
  };

  test('gives each visitor their own variant of each segment, always the same, of equal size', async () => {
    const [ada, ben] = [await enterAsViewer(portal.url), await enterAsViewer(portal.url)];
    const [ofAda, ofBen] = [await segmentUrls(ada), await segmentUrls(ben)];
    expect(ofAda.length).toBeGreaterThanOrEqual(2 * SECONDS - 1);
    const differing = ofAda.findIndex(({ pathname }, index) => pathname !== ofBen[index]?.pathname);
    expect(differing).toBeGreaterThanOrEqual(0);
    expect(pathsOf(ofAda).some((path, index) => path === pathsOf(ofBen)[index])).toBe(true);
    expect(pathsOf(await segmentUrls(ada))).toEqual(pathsOf(ofAda));
    const [one, other] = [await bytesAt(ofAda[differing]), await bytesAt(ofBen[differing])];
    expect(one.equals(other)).toBe(false);
    expect(one.length).toBe(other.length);
  });

  test('plays to its end in the page, and after a seek', async ({ browser }) => {
    const as = await enterAsViewer(portal.url);
    const { page } = await Visitor.arrive(browser, portal.url, { as });
    const video = page.locator('video');
    await page.getByRole('button', { name: /^Play / }).click();
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1.2);
    await video.evaluate((element: HTMLVideoElement, time) => {
      element.currentTime = time;
    }, SECONDS - 4);
    await page.waitForFunction(() => document.querySelector('video')?.ended);
    // Frames of a segment that cannot be decoded would be dropped or never end.
    const { error, frames } = await video.evaluate((element: HTMLVideoElement) => ({
      error: element.error?.message ?? null,
      frames: element.getVideoPlaybackQuality().corruptedVideoFrames,
    }));
    expect({ error, frames }).toEqual({ error: null, frames: 0 });
  });

  test('is made again from its kept upload, and is shown once it can be played', async ({ browser }) => {
    const administrator = await Visitor.arrive(browser, portal.url);
    await administrator.enter('The Producer', 'producer@example.com');
    await administrator.openUploadPage();
    const { page } = administrator;
    const viewer = await enterAsViewer(portal.url);
    const shown = async () => (await viewer.get('/api/active-trailer')).json();
    const { id: earlier } = await shown();
    await page.getByRole('button', { name: 'Encode Perihelion, marked again with marks' }).click();
    const dialog = page.getByRole('dialog', { name: 'Encode “Perihelion, marked” again with marks?' });
    await dialog.getByRole('button', { name: 'Encode again with marks' }).click();
    const toast = page.getByText('A marked version of “Perihelion, marked” is being made', { exact: true });
    await expect(toast).toBeVisible();
    const versions = page.getByRole('list', { name: 'Uploaded trailers' });
    await expect(versions.getByText('Marked', { exact: true })).toHaveCount(2);
    await expect.poll(async () => (await shown()).id, { timeout: 60_000 }).not.toBe(earlier);
    await expect(versions.getByRole('listitem').first().getByText('Shown now')).toBeVisible();
    await administrator.leave();
  });
});
