import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { Visitor } from '../support/browser.js';
import { enterAsViewer } from '../support/client.js';
import { otherVisits } from '../support/ordinary-visits/other-visits.js';
import { playingVisits } from '../support/ordinary-visits/playing-visits.js';
import { RecordedVisit } from '../support/ordinary-visits/recorded-visit.js';
import type { OrdinaryVisit } from '../support/ordinary-visits/recording.js';
import type { TestPortal } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';
import { query, type VisitTrace } from '../support/visit-trace.js';

/**
 * Tracked files, from which the rules are tested, so a run writes them only on request: `1` writes all, otherwise those
 * of the kinds that contain one of these words, separated by commas.
 */
const updates = process.env['UPDATE_FLAG_TRACES'];
const folder = join(import.meta.dirname, '../../../apps/analytics-service/src/flags/replay/traces');

/** Seconds of the trailer: enough to seek far several times. */
const MINUTE = 60;
const MINUTES = 12;
/** Visits at a time. More than the processor can play would not behave like those of people. */
const AT_ONCE = 2;
/** Milliseconds for recording all visits. */
const RECORDING_MS = 40 * 60_000;

/** Visits that come closest to a flag, and one in two networks. */
const SAMPLE = new Set([
  'sought far several times',
  'sought while paused, before the first play',
  'dragged the slider',
  'watched in two tabs',
  'moved from Wi-Fi to mobile',
]);
/** Milliseconds until the passes have seen all that was delivered. */
const SETTLED_MS = 35_000;

const isChosen = (kind: string) =>
  updates ? updates === '1' || updates.split(',').some((word) => kind.includes(word)) : SAMPLE.has(kind);

function save(trace: VisitTrace): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${trace.kind.replace(/\W+/g, '-')}.json`);
  writeFileSync(file, `${JSON.stringify(trace).replaceAll('],[', '],\n[')}\n`);
}

let portal: TestPortal;

test.beforeAll(({ proxiedPortal }) => {
  portal = proxiedPortal;
});

const flag = z.object({ name: z.string(), kind: z.string(), facts: z.unknown() });
/** Returns the flags of the leads whose names begin with these words. */
const flagsOf = (title: string) =>
  query(
    portal,
    flag,
    `SELECT l.name, f.kind, f.facts FROM analytics.flags f JOIN analytics.leads l ON l.id = f.lead_id
     WHERE starts_with(l.name, $1)`,
    [title],
  );

test('ordinary visits raise no flag', async ({ browser, files }) => {
  if (updates) test.setTimeout(RECORDING_MS);
  await publishTrailer(portal.url, {
    title: 'Perihelion at length',
    video: files.repeat(files.video('mp4', MINUTE, [320, 180]), MINUTES),
  });
  const waiting = Object.entries({ ...playingVisits, ...otherVisits })
    .filter(([kind]) => isChosen(kind))
    .values();
  const recorded: { title: string; visit: OrdinaryVisit }[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [kind, visit] of waiting) {
        const title = `Visitor who ${kind}`;
        const trace = await new RecordedVisit(portal, browser, title).record(kind, visit);
        for (const { sent } of trace.sessions) expect(sent.length, kind).toBeGreaterThan(8);
        if (updates) save(trace);
        recorded.push({ title, visit });
      }
    }),
  );
  await wait(SETTLED_MS);
  for (const { title, visit } of recorded) {
    const kinds = (await flagsOf(title)).map(({ kind }) => kind);
    expect(kinds, title).toEqual(visit.flagUnlessDerived ? [visit.flagUnlessDerived] : []);
  }
});

test('a script that removes the watermark three times is flagged', async ({ browser, files }) => {
  await publishTrailer(portal.url, { title: 'Perihelion', video: files.video('mp4', 60, [160, 90]) });
  const person = `Remover ${Date.now()}`;
  const client = await enterAsViewer(portal.url, person);
  const visitor = await Visitor.arrive(browser, portal.url, { device: 'enlarged', as: client });
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
  await expect
    .poll(() => flagsOf(person))
    .toEqual([{ name: person, kind: 'watermark', facts: { kind: 'watermark', times: 3 } }]);
});
