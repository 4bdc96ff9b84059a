import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import * as z from 'zod';
import { Visitor } from '../support/browser.js';
import { enterAsViewer } from '../support/client.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';
import { query, ReportRecorder, type VisitTrace } from '../support/visit-trace.js';

/** Tracked files, from which the rules are tested, so a run writes them only on request. */
const updatesTraces = process.env['UPDATE_FLAG_TRACES'] === '1';
const folder = join(import.meta.dirname, '../../../apps/analytics-service/src/flags/replay/traces');

/** Seconds of the trailer: enough to seek far several times. */
const MINUTE = 60;
const MINUTES = 12;
/** Milliseconds of a visit that does nothing special. */
const VISIT_MS = 40_000;
/** Visits at a time. More than the processor can play would not behave like those of people. */
const AT_ONCE = 2;

function save(trace: VisitTrace): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${trace.name.replace(/\W+/g, '-')}.json`);
  writeFileSync(file, `${JSON.stringify(trace).replaceAll('],[', '],\n[')}\n`);
}

const slider = (page: Page) => page.getByRole('slider', { name: 'Position in the video' });
const seek = (page: Page, share: number) =>
  page.locator('video').evaluate((_, to) => {
    const input = document.querySelector<HTMLInputElement>('input.seek');
    if (!input) throw new Error('no slider');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, String(to));
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, share * 100);
const pause = (page: Page, ms: number) => page.waitForTimeout(ms);

type Behaviour = (visitor: Visitor, open: () => Promise<Visitor>) => Promise<void>;

/** What visitors do, by the name of the trace. */
const behaviours: Record<string, Behaviour> = {
  'opened without playing': async ({ page }) => pause(page, VISIT_MS),
  'watched without seeking': async (visitor) => {
    await visitor.watch();
    await pause(visitor.page, VISIT_MS);
  },
  'sought far several times': async (visitor) => {
    await visitor.watch();
    for (const share of [0.5, 0.2, 0.9, 0.1, 0.7, 0.35]) {
      await seek(visitor.page, share);
      await pause(visitor.page, 9000);
    }
    await pause(visitor.page, 10_000);
  },
  'sought quickly': async (visitor) => {
    await visitor.watch();
    for (const share of [0.5, 0.2, 0.9, 0.1, 0.7, 0.35, 0.6, 0.8]) {
      await seek(visitor.page, share);
      await pause(visitor.page, 1500);
    }
    await pause(visitor.page, 25_000);
  },
  'sought while paused, before the first play': async ({ page }) => {
    await slider(page).focus();
    for (const share of [0.3, 0.6, 0.9, 0.05]) {
      await seek(page, share);
      await pause(page, 4000);
    }
    await pause(page, 20_000);
  },
  'dragged the slider': async (visitor) => {
    const { page } = visitor;
    await visitor.watch();
    const box = await slider(page).boundingBox();
    if (!box) throw new Error('no slider');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + 5, y);
    await page.mouse.down();
    for (let step = 0; step <= 60; step += 1) {
      await page.mouse.move(box.x + 5 + ((box.width - 10) * step) / 60, y);
      await pause(page, 60);
    }
    for (let step = 60; step >= 15; step -= 1) {
      await page.mouse.move(box.x + 5 + ((box.width - 10) * step) / 60, y);
      await pause(page, 60);
    }
    await page.mouse.up();
    await pause(page, 25_000);
  },
  'skipped ahead by keys': async (visitor) => {
    const { page } = visitor;
    await visitor.watch();
    for (let press = 0; press < 60; press += 1) {
      await page.keyboard.press('ArrowRight');
      await pause(page, 250);
    }
    await pause(page, 20_000);
  },
  'watched on a slow line': async (visitor) => {
    const { page, context } = visitor;
    const session = await context.newCDPSession(page);
    const limits = { offline: false, latency: 300, downloadThroughput: 40_000, uploadThroughput: 20_000 };
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', limits);
    await visitor.watch();
    await seek(page, 0.5);
    await pause(page, 30_000);
    await session.send('Network.emulateNetworkConditions', { ...limits, downloadThroughput: 1_000_000 });
    await pause(page, 40_000);
  },
  'changed the quality': async (visitor) => {
    await visitor.watch();
    for (const device of ['narrow', 'desktop', 'phone', 'desktop'] as const) {
      await visitor.resize(device);
      await pause(visitor.page, 10_000);
    }
  },
  'watched in two tabs': async (visitor, open) => {
    await visitor.watch();
    const second = await open();
    await second.watch();
    await seek(second.page, 0.6);
    await pause(second.page, VISIT_MS);
  },
  'reloaded and continued': async (visitor) => {
    const { page } = visitor;
    await visitor.watch();
    await pause(page, 8000);
    for (let reload = 0; reload < 3; reload += 1) {
      await page.reload();
      await visitor.watch();
      await pause(page, 8000);
    }
  },
};

/** Visits that come closest to a flag. A run that updates the traces records all. */
const SAMPLE = new Set([
  'sought far several times',
  'sought while paused, before the first play',
  'dragged the slider',
  'watched in two tabs',
]);
/** Milliseconds until the passes have seen all that was delivered. */
const SETTLED_MS = 35_000;

test('ordinary visits raise no flag', async ({ portal, browser, files }) => {
  await publishTrailer(portal.url, {
    title: 'Perihelion at length',
    video: files.repeat(files.video('mp4', MINUTE, [320, 180]), MINUTES),
  });
  const record = async (name: string, behave: Behaviour, index: number): Promise<VisitTrace> => {
    const person = `Ordinary Visitor ${index} ${Date.now()}`;
    const client = await enterAsViewer(portal.url, person);
    const recorder = new ReportRecorder();
    const visitors: Visitor[] = [];
    const open = async () => {
      const visitor = await Visitor.arrive(browser, portal.url, { as: client, path: null });
      visitors.push(visitor);
      recorder.follow(visitor.page);
      await visitor.page.goto(portal.url);
      await visitor.page.locator('.player > .watermark').waitFor();
      return visitor;
    };
    await behave(await open(), open);
    for (const visitor of visitors) await visitor.leave();
    const trace = await recorder.trace(portal, person, name);
    if (updatesTraces) save(trace);
    return trace;
  };
  const chosen = Object.entries(behaviours).filter(([name]) => updatesTraces || SAMPLE.has(name));
  const waiting = chosen.entries();
  const traces: VisitTrace[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [index, [name, behave]] of waiting) traces.push(await record(name, behave, index));
    }),
  );
  for (const { name, sent } of traces) expect(sent.length, name).toBeGreaterThan(8);
  await wait(SETTLED_MS);
  const flags = await query(
    portal,
    z.object({ name: z.string(), facts: z.unknown() }),
    `SELECT l.name, f.facts FROM analytics.flags f JOIN analytics.leads l ON l.id = f.lead_id
     WHERE l.name LIKE 'Ordinary Visitor %'`,
  );
  expect(flags).toEqual([]);
});

test('a script that removes the watermark three times is flagged', async ({ portal, browser, files }) => {
  await publishTrailer(portal.url, { title: 'Perihelion', video: files.video('mp4', 60, [320, 180]) });
  const person = `Remover ${Date.now()}`;
  const client = await enterAsViewer(portal.url, person);
  const visitor = await Visitor.arrive(browser, portal.url, { as: client });
  const watermark = visitor.page.locator('.player > .watermark').first();
  await watermark.waitFor();
  await visitor.watch();
  const row = z.object({ times: z.number() });
  const losses = () =>
    query(
      portal,
      row,
      `SELECT s.watermark_losses AS times FROM analytics.viewing_summaries s
         JOIN analytics.viewing_sessions v ON v.id = s.viewing_session_id
         JOIN analytics.leads l ON l.id = v.lead_id WHERE l.name = $1`,
      [person],
    );
  for (let removal = 1; removal <= 3; removal += 1) {
    await watermark.evaluate((element) => element.remove());
    // Each loss is reported within seconds, after which the watermark has been visible again for a while.
    await expect.poll(async () => (await losses())[0]?.times).toBe(removal);
  }
  const flags = () =>
    query(
      portal,
      z.object({ facts: z.unknown() }),
      `SELECT f.facts FROM analytics.flags f JOIN analytics.leads l ON l.id = f.lead_id WHERE l.name = $1`,
      [person],
    );
  await expect.poll(flags).toEqual([{ facts: { kind: 'watermark', times: 3 } }]);
});
