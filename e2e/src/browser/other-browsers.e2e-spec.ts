import { until } from '@secure-preview/testing';
import type { Client } from '../support/client.js';
import { UPLOAD_PASSWORD } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';
import { DrivenVisitor } from '../support/web-driver/driven-visitor.js';
import { openFirefox } from '../support/web-driver/firefox.js';
import { openWebKit } from '../support/web-driver/webkit.js';

const browsers = { Firefox: openFirefox, WebKit: openWebKit };

/** Long enough to play until all was checked on a busy machine. */
const SECONDS = 60;
let uploader: Client;

test.beforeAll(async ({ portal, files }) => {
  const video = files.video('mp4', SECONDS, [160, 90]);
  uploader = await publishTrailer(portal.url, { title: 'Perihelion', video });
});

for (const [name, openPage] of Object.entries(browsers)) {
  test.describe(name, () => {
    // Each test continues with the visitor of the previous test.
    test.describe.configure({ mode: 'serial' });
    const email = `${name.toLowerCase()}@example.com`;
    let visitor: DrivenVisitor;

    test.beforeAll(async ({ portal }) => {
      visitor = new DrivenVisitor(await openPage(), portal.url);
    });
    test.afterAll(() => visitor?.page.close());

    test('shows the gate in a window of 390 pixels without horizontal overflow', async () => {
      await visitor.open();
      await visitor.page.resize(390, 844);
      await visitor.wait('the narrow window', () => innerWidth === 390);
      await visitor.expectText('Access Exclusive Preview');
      expect(await visitor.overflow()).toBe(0);
      await visitor.page.resize(1280, 800);
    });

    test('passes the gate with the keyboard, and shows the player', async () => {
      await visitor.enter('Zoë Müller', email);
      await visitor.wait('the player', () => document.querySelector('.player video') !== null);
      expect((await visitor.pageErrors()).join('\n')).toBe('');
    });

    test('plays the video with hls.js under the watermark, and records the watched time', async () => {
      await visitor.play(2.5);
      await visitor.expectWatermark(email);
      // Drawn, because WebKit sometimes counts no frames while it shows them.
      await visitor.wait('a picture', () => {
        const canvas = document.createElement('canvas');
        const context = canvas.getContext('2d');
        const video = document.querySelector('video');
        if (video) context?.drawImage(video, 0, 0, canvas.width, canvas.height);
        const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        return pixels.some((value, index) => index % 4 !== 3 && value > 100);
      });
      // The page reports the watched time when it pauses.
      const source = await visitor.page.call(() => {
        const video = document.querySelector('video');
        video?.pause();
        return video?.currentSrc.split(':')[0];
      });
      // A URL of the portal would mean that the browser plays the playlist without hls.js.
      expect(source).toBe('blob');
      let record: { watchedSeconds?: number; deliveredSeconds?: number } = {};
      await until(
        async () => {
          [record] = (await uploader.get(`/api/lead-captures?q=${email}`)).json();
          return Number(record.watchedSeconds) >= 2 && Number(record.deliveredSeconds) >= 2;
        },
        { deadlineMs: 20_000, everyMs: 200, what: () => `2 s in the record ${JSON.stringify(record)}` },
      );
      expect((await visitor.pageErrors()).join('\n')).toBe('');
    });

    test('uploads a video, and plays it', async ({ files }) => {
      const title = `Aphelion in ${name}`;
      await visitor.open('/upload');
      await visitor.fill('Upload password', UPLOAD_PASSWORD);
      await visitor.click('button', 'Access Upload Page');
      await visitor.expectText('Admin Upload');
      await visitor.fill('Trailer Title', title);
      await visitor.click('button', 'Select & Upload Video');
      await visitor.wait(
        'the dialog',
        () => document.querySelector('[role=dialog] input[type=file]') !== null,
      );
      await visitor.page.chooseFile('[role=dialog] input[type=file]', files.video('mp4', 3));
      await visitor.click('button', 'Upload video');
      await visitor.expectText('Trailer uploaded successfully');
      await visitor.wait('the return to the preview', () => location.pathname === '/');
      await until(
        async () => {
          const trailer = (await uploader.get('/api/active-trailer')).json();
          return trailer.title === title && trailer.filePath !== null;
        },
        { deadlineMs: 60_000, everyMs: 200, what: `${title} to be playable` },
      );
      expect((await visitor.pageErrors()).join('\n')).toBe('');
      await visitor.open();
      await visitor.expectText(title);
      await visitor.play(1);
      expect((await visitor.pageErrors()).join('\n')).toBe('');
    });
  });
}
