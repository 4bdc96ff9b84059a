import { randomUUID } from 'node:crypto';
import { Visitor } from '../support/browser.js';
import { type Client, enterAsViewer } from '../support/client.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

/** Milliseconds within which pictures disappear: a paused page checks every 10 s, and a playing one reports sooner. */
const ENDED_WITHIN_MS = 12_000;

let admin: Client;
let trailerId: string;

// The second test replaces the trailer.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ portal, files }) => {
  admin = await publishTrailer(portal.url, { title: 'Perihelion', video: files.video('mp4', 6) });
  trailerId = (await admin.get('/api/active-trailer')).json().id;
});

/** Passes the gate. Returns the client, and the path of the playback of the trailer in its visit. */
async function enter(): Promise<{ client: Client; playback: string }> {
  const name = `Maya Deren ${randomUUID()}`;
  const client = await enterAsViewer(admin.base, name);
  const leads = (await admin.get(`/api/lead-captures?q=${encodeURIComponent(name)}`)).json();
  return { client, playback: `/api/lead-captures/${leads[0].id}/ended-playbacks/${trailerId}` };
}

async function change(method: 'POST' | 'DELETE', playback: string): Promise<void> {
  const answer = await admin.call(method, playback);
  expect(answer.status, answer.text).toBe(200);
}

test('an ended playback disappears from playing and paused players, and plays once it is allowed', async ({
  browser,
}) => {
  const { client, playback } = await enter();
  const visitor = await Visitor.arrive(browser, admin.base, { device: 'enlarged', as: client });
  const { page } = visitor;
  await visitor.watch();
  await visitor.slowDown();
  const paused = await visitor.context.newPage();
  await paused.goto(admin.base);
  await expect(paused.locator('video')).toHaveJSProperty('paused', true);

  await change('POST', playback);
  const endedAt = performance.now();
  const title = { name: 'The playback has ended' };
  await expect(page.getByRole('heading', title)).toBeVisible({ timeout: ENDED_WITHIN_MS });
  await expect(page.locator('video')).toHaveCount(0);
  await expect(page.getByText('The organizer ended the playback of this trailer.')).toBeVisible();
  await expect(paused.getByRole('heading', title)).toBeVisible({
    timeout: ENDED_WITHIN_MS - (performance.now() - endedAt),
  });
  await expect(paused.locator('video')).toHaveCount(0);
  await paused.close();
  expect(await visitor.accessibilityViolations()).toEqual([]);

  // The visitor is still signed in, and the playback is still ended. Either the playlist or the event stream says so.
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  const refused = page.waitForResponse(
    (response) => response.url().endsWith('/master.m3u8') || response.url().includes('/api/events?'),
  );
  await tryAgain.click();
  await refused;
  await expect(page.getByRole('heading', title)).toBeVisible();
  const playlist = await client.get(`/api/media/trailers/${trailerId}/master.m3u8`);
  expect(playlist.status).toBe(403);
  expect((await client.get('/api/auth/status')).json()).toMatchObject({ authenticated: true });

  await change('DELETE', playback);
  await tryAgain.click();
  await page.getByRole('button', { name: 'Exit' }).waitFor();
  await visitor.watch();
  await visitor.leave();
});

test('the playback of another version is not ended, nor that of an uploader', async ({ files }) => {
  const { client, playback } = await enter();
  await change('POST', playback);
  const status = async (viewer: Client, id: string) =>
    (await viewer.get(`/api/media/trailers/${id}/master.m3u8`)).status;
  expect([await status(client, trailerId), await status(admin, trailerId)]).toEqual([403, 200]);

  await publishTrailer(admin.base, { title: 'Aphelion', video: files.video('mp4', 6) });
  const { id } = (await client.get('/api/active-trailer')).json();
  expect(id).not.toBe(trailerId);
  expect(await status(client, id)).toBe(200);
});
