import { makeVideo } from '@secure-preview/standalone';
import { temporaryDir, until } from '@secure-preview/testing';
import { Visitor } from '../support/browser.js';
import { type Client, enterAsViewer } from '../support/client.js';
import { copyPaths, pictureUrls } from '../support/personal-copy.js';
import type { TestPortal } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';
import {
  endOfPlayback,
  pathsFromElsewhere,
  recordStalls,
  seekBeyondBuffer,
  shownPicture,
} from '../support/watched-video.js';
import { DrivenVisitor } from '../support/web-driver/driven-visitor.js';
import { openFirefox } from '../support/web-driver/firefox.js';
import { openWebKit } from '../support/web-driver/webkit.js';

/**
 * Longer than the player's buffer by the seconds that play before the seek, on a busy machine. With two segments a
 * second, visitors with equal codewords, who would fail the test, are as rare as 1 in 2^100.
 */
const SECONDS = 50;
/** Seconds before the end to which a visitor seeks. */
const REST = 4;
const otherBrowsers = { Firefox: openFirefox, WebKit: openWebKit };
const WAIT = { deadlineMs: 60_000, everyMs: 100 };

let portal: TestPortal;

test.describe('a marked trailer', () => {
  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async ({ markingPortal }) => {
    const folder = temporaryDir('marked');
    const video = await makeVideo(folder, { seconds: SECONDS, size: '320x180', videoBitsPerSecond: 400_000 });
    portal = markingPortal;
    await publishTrailer(portal.url, { title: 'Perihelion at length, marked', video });
  });

  const pathsOf = (urls: readonly URL[]) => urls.map(({ pathname }) => pathname);
  const bytesAt = async (url: URL | undefined) => {
    const answer = await fetch(url ?? '', { signal: AbortSignal.timeout(30_000) });
    return Buffer.from(await answer.arrayBuffer());
  };

  test('gives each visitor their own variant of each segment, always the same, of equal size', async () => {
    const [ada, ben] = [await enterAsViewer(portal.url), await enterAsViewer(portal.url)];
    const [ofAda, ofBen] = [await pictureUrls(ada), await pictureUrls(ben)];
    expect(ofAda.length).toBeGreaterThanOrEqual(2 * SECONDS);
    const differing = ofAda.findIndex(({ pathname }, index) => pathname !== ofBen[index]?.pathname);
    expect(differing).toBeGreaterThanOrEqual(1);
    expect(pathsOf(ofAda.slice(1)).some((path, index) => path === pathsOf(ofBen)[index + 1])).toBe(true);
    expect(pathsOf(await pictureUrls(ada))).toEqual(pathsOf(ofAda));
    const [one, other] = [await bytesAt(ofAda[differing]), await bytesAt(ofBen[differing])];
    expect(one.equals(other)).toBe(false);
    expect(one.length).toBe(other.length);
    // A signature of the own variant gives no access to the other one.
    const forged = new URL(ofAda[differing] ?? '');
    forged.pathname = ofBen[differing]?.pathname ?? '';
    expect((await fetch(forged, { signal: AbortSignal.timeout(30_000) })).status).toBe(403);
  });

  type Call = <A extends unknown[], T>(action: (...args: A) => T, ...args: A) => Promise<Awaited<T>>;

  /** Watches the beginning and, after a seek, the end. Checks what was shown, and which variants were loaded. */
  async function watchOwnCopy(call: Call, viewer: Client): Promise<void> {
    const first = await until(() => call(shownPicture), { ...WAIT, what: 'a picture' });
    await until(async () => ((await call(shownPicture)) || first) !== first, {
      ...WAIT,
      what: 'another picture',
    });
    expect(await call(seekBeyondBuffer, SECONDS - REST)).toBe(true);
    const sought = await until(() => call(shownPicture), { ...WAIT, what: 'a picture after the seek' });
    await call(recordStalls);
    await until(async () => ((await call(shownPicture)) || sought) !== sought, {
      ...WAIT,
      what: 'playback after the seek',
    });
    const end = await until(() => call(endOfPlayback), { ...WAIT, what: 'the end' });
    expect(end).toEqual({ error: null, corrupted: 0, stalls: [] });
    const loaded = await call(pathsFromElsewhere);
    const own = await copyPaths(viewer);
    expect(loaded.filter((path) => !own.has(path))).toEqual([]);
    const picture = new Set(pathsOf(await pictureUrls(viewer)));
    const loadedPicture = loaded.filter((path) => picture.has(path));
    // At least the beginning, and all of the end.
    expect(loadedPicture.length).toBeGreaterThanOrEqual(2 * REST);
    // Segments that the page requested ahead of hls.js are not requested again.
    expect(new Set(loadedPicture).size).toBe(loadedPicture.length);
  }

  test('plays in the page, after a seek and to its end, from the own variants', async ({ browser }) => {
    const as = await enterAsViewer(portal.url);
    const { page } = await Visitor.arrive(browser, portal.url, { as, device: 'enlarged' });
    await page.getByRole('button', { name: /^Play / }).click();
    const call: Call = (action, ...args) =>
      page.evaluate(`(${action})(...${JSON.stringify(args)})`) as Promise<never>;
    await watchOwnCopy(call, as);
  });

  for (const [name, openPage] of Object.entries(otherBrowsers)) {
    test(`plays likewise in ${name}`, async () => {
      const visitor = new DrivenVisitor(await openPage(), portal.url);
      try {
        await visitor.open();
        await visitor.enter('Zoë Müller', `${name.toLowerCase()}@example.com`);
        await visitor.play(0.1);
        await watchOwnCopy(visitor.page.call, await visitor.client());
        expect((await visitor.pageErrors()).join('\n')).toBe('');
      } finally {
        await visitor.page.close();
      }
    });
  }

  test('is made again from its kept upload, and is shown once it can be played', async ({
    browser,
    files,
  }) => {
    const title = 'Perihelion, in short';
    await publishTrailer(portal.url, { title, video: files.video('mp4', 8, [320, 180]) });
    const administrator = await Visitor.arrive(browser, portal.url);
    await administrator.enter('The Producer', 'producer@example.com');
    await administrator.openUploadPage();
    const { page } = administrator;
    const viewer = await enterAsViewer(portal.url);
    const shown = async () => (await viewer.get('/api/active-trailer')).json();
    const { id: earlier } = await shown();
    await page.getByRole('button', { name: `Encode ${title} again with marks` }).click();
    const dialog = page.getByRole('dialog', { name: `Encode “${title}” again with marks?` });
    await dialog.getByRole('button', { name: 'Encode again with marks' }).click();
    const toast = page.getByText(`A marked version of “${title}” is being made`, { exact: true });
    await expect(toast).toBeVisible();
    const versions = page.getByRole('list', { name: 'Uploaded trailers' });
    const marked = versions.getByRole('listitem').filter({ hasText: title });
    await expect(marked.getByText('Marked', { exact: true })).toHaveCount(2);
    await expect.poll(async () => (await shown()).id, { timeout: 60_000 }).not.toBe(earlier);
    await expect(versions.getByRole('listitem').first().getByText('Shown now')).toBeVisible();
    await administrator.leave();
  });
});
