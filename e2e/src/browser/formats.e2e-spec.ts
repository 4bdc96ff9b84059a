import type { Page } from '@playwright/test';
import { until } from '@secure-preview/testing';
import { Visitor } from '../support/browser.js';
import { type Client, enterAsUploader, putVideo } from '../support/client.js';
import {
  type Cells,
  expectations,
  GRID,
  longVideo,
  recipes,
  SourceVideos,
} from '../support/source-videos.js';
import { expect, test } from '../support/test.js';

let sources: SourceVideos;
let uploader: Client;

test.beforeAll(async ({ portal }) => {
  uploader = await enterAsUploader(portal.url);
  sources = await SourceVideos.start();
});
test.afterAll(async () => {
  sources?.dispose();
});

interface ListedTrailer {
  id: string;
  status: string;
  step: string | null;
  failure: string | null;
}

/** Uploads a video and activates it once it is playable, or once its processing has finished. */
async function publish(title: string, file: string, when: 'playable' | 'finished'): Promise<string> {
  const videoURL = await putVideo(uploader, file);
  const created = await uploader.post('/api/trailers', { title, videoURL });
  expect(created.status).toBe(201);
  const { id } = created.json() as ListedTrailer;
  const reached = async () => {
    const { status, step, failure } = await trailerOf(id);
    if (failure) throw new Error(failure);
    return status === 'ready' && (when === 'playable' || step === null);
  };
  await until(reached, { deadlineMs: 300_000, everyMs: 200, what: `${title} to be ${when}` });
  expect((await uploader.post(`/api/trailers/${id}/activate`)).status).toBe(200);
  return id;
}

async function trailerOf(id: string): Promise<ListedTrailer> {
  const trailer = ((await uploader.get('/api/trailers')).json() as ListedTrailer[]).find(
    (candidate) => candidate.id === id,
  );
  if (trailer === undefined) throw new Error('the trailer is not in the list');
  return trailer;
}

/** Plays from a time to the end. */
const playToTheEnd = (page: Page, { from = 0, rate = 1 } = {}): Promise<boolean> =>
  page.locator('video').evaluate(
    (element, [from, rate]) =>
      new Promise<boolean>((resolve) => {
        element.addEventListener('ended', () => resolve(true), { once: true });
        const video = element as HTMLVideoElement;
        video.currentTime = from;
        video.playbackRate = rate;
        void video.play();
      }),
    [from, rate] as const,
  );

/** Seeks, waits for the frame of that time, and returns the mean colours of its cells. */
function shownAt(page: Page, seconds: number): Promise<Cells> {
  return page.locator('video').evaluate(
    async (element, [time, grid]) => {
      const video = element as HTMLVideoElement;
      // Waits for the frame itself: the end of a seek may be reported before its frame is presented.
      await new Promise<void>((resolve) => {
        const checkFrame = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
          if (Math.abs(mediaTime - time) < 0.3) resolve();
          else video.requestVideoFrameCallback(checkFrame);
        };
        video.requestVideoFrameCallback(checkFrame);
        video.currentTime = time;
      });
      const side = 16 * grid;
      const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
      const context = canvas.getContext('2d');
      context?.drawImage(video, 0, 0, side, side);
      const pixels = context?.getImageData(0, 0, side, side).data ?? [];
      const cells = Array.from({ length: grid * grid * 3 }, () => 0);
      for (let pixel = 0; pixel < side * side; pixel += 1) {
        const row = Math.floor(pixel / side / 16);
        const cell = row * grid + Math.floor((pixel % side) / 16);
        for (let channel = 0; channel < 3; channel += 1) {
          cells[cell * 3 + channel] =
            (cells[cell * 3 + channel] ?? 0) + (pixels[pixel * 4 + channel] ?? 0) / 256;
        }
      }
      return cells;
    },
    [seconds, GRID] as const,
  );
}

/** Mean difference of two frames, 0 to 255. */
const distance = (first: Cells, second: Cells) =>
  first.reduce((sum, value, index) => sum + Math.abs(value - (second[index] ?? 0)), 0) / first.length;

/** Returns the playback rate. Long videos play faster: their frames are few and small. */
const rateFor = (seconds: number) => (seconds > 10 ? 8 : 4);

test.describe('an uploaded video', () => {
  let visitor: Visitor;

  // One page for all videos, because a new page takes longer to load. Drawing a large window takes more CPU than decoding.
  test.beforeAll(async ({ portal, browser }) => {
    visitor = await Visitor.arrive(browser, portal.url, { as: uploader, device: 'enlarged', path: null });
  });
  test.afterAll(() => visitor?.leave());

  for (const [name, recipe] of recipes.map((recipe) => [recipe.name, recipe] as const)) {
    test(`in ${name} plays to its end, and shows the same frames as the file at each time`, async ({
      portal,
    }) => {
      const { playbackSeconds, checks, maxDifference } = expectations(recipe);
      const file = sources.make(recipe);
      await publish(name, file, 'finished');
      const { page } = visitor;
      await page.goto(portal.url);
      await visitor.watch(0.2);
      const video = page.locator('video');
      const { duration, width, height } = await video.evaluate((element) => {
        const { duration, videoWidth: width, videoHeight: height } = element as HTMLVideoElement;
        return { duration, width, height };
      });
      expect(Math.abs(duration - playbackSeconds)).toBeLessThan(0.5);
      expect(Math.max(width, height)).toBeLessThanOrEqual(1920);

      await video.evaluate((element) => (element as HTMLVideoElement).pause());
      const reference = sources.reference(recipe) ?? file;
      const expected = sources.cellsAt(
        reference,
        checks.map(([, fileTime]) => fileTime),
      );
      for (const [index, [time]] of checks.entries()) {
        const shown = await shownAt(page, time);
        const distances = expected.map((cells) => distance(cells, shown));
        expect(distances.indexOf(Math.min(...distances))).toBe(index);
        expect(distances[index]).toBeLessThan(maxDifference);
      }

      expect(await playToTheEnd(page, { rate: rateFor(playbackSeconds) })).toBe(true);
    });
  }
});

test('plays to its end on a phone while larger sizes are still being transcoded', async ({
  portal,
  browser,
}) => {
  // The page is open before, so it loads faster than the video is transcoded.
  const visitor = await Visitor.arrive(browser, portal.url, { as: uploader, device: 'phone' });
  const { page } = visitor;
  const id = await publish(longVideo.name, sources.make(longVideo), 'playable');
  const playlistLoaded = page.waitForResponse(/master\.m3u8/);
  await page.goto(portal.url);
  await playlistLoaded;
  expect((await trailerOf(id)).step).not.toBeNull();
  await visitor.watch(0.2);
  expect(await playToTheEnd(page)).toBe(true);
  // Plays again with all sizes.
  await until(async () => (await trailerOf(id)).step === null, { deadlineMs: 300_000, what: 'every size' });
  await page.reload();
  await visitor.watch(0.2);
  expect(await playToTheEnd(page, { from: 5 })).toBe(true);
});
