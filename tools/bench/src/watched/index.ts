import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, selectRows } from '@secure-preview/embedded';
import { makeVideo, publishTrailer, readRunState, startPortal } from '@secure-preview/standalone';
import { findChromium } from '@secure-preview/testing';
import { Client } from 'pg';
import { type Browser, chromium } from 'playwright-core';
import { z } from 'zod';
import { enteredVisitor } from '../entry/visitor-client.js';
import { type Row, report } from '../report.js';
import { runScript } from './run-script.js';
import { LENGTH, type Script, scripts } from './scripts.js';
import { assertPlayed, type Stored, scriptRows, truthOf } from './truth.js';

/** Minutes after which the bench counts as hanging. */
export const deadlineMinutes = 30;

const UPLOAD_PASSWORD = 'a password for the bench';
/** Small, because several browsers play it at once. */
const VIDEO = { seconds: LENGTH, size: '640x360', videoBitsPerSecond: 300_000 };
/** Scripts at once. */
const LANES = Number(process.env['BENCH_LANES'] || 4);
/** Attempts for a script that a busy machine does not play as declared. */
const ATTEMPTS = 3;
/** Milliseconds without change after which the last report counts as stored, and their limit. */
const STORED = { unchangedMs: 10_000, deadlineMs: 60_000, everyMs: 250 };
const WAIT_MS = 60_000;

interface Portal {
  readonly url: string;
  readonly browser: Browser;
  readonly owner: Client;
}

const selected = process.env['BENCH_SCRIPTS'];

async function readStored(owner: Client, email: string): Promise<Stored> {
  const rows = await selectRows(
    owner,
    z.object({ watchedSeconds: z.number(), playedSeconds: z.number() }),
    `SELECT w.watched_seconds AS "watchedSeconds", w.played_seconds AS "playedSeconds"
     FROM analytics.watched_summaries w JOIN analytics.leads l ON l.id = w.lead_id WHERE l.email = $1`,
    [email],
  );
  return rows[0] ?? { watchedSeconds: 0, playedSeconds: 0 };
}

/** Waits until the last report is stored. The pages have ended, so nothing tells when. */
async function lastStored(owner: Client, email: string): Promise<Stored> {
  const end = performance.now() + STORED.deadlineMs;
  let stored = await readStored(owner, email);
  let changedAt = performance.now();
  while (performance.now() < Math.min(end, changedAt + STORED.unchangedMs)) {
    await delay(STORED.everyMs);
    const next = await readStored(owner, email);
    if (next.watchedSeconds !== stored.watchedSeconds || next.playedSeconds !== stored.playedSeconds)
      changedAt = performance.now();
    stored = next;
  }
  return stored;
}

let visits = 0;

/** Follows a script as a new visitor, and compares what is stored of it. */
async function measure({ url, browser, owner }: Portal, script: Script): Promise<Row[]> {
  visits += 1;
  const visitor = await enteredVisitor(url, `visitor-${visits}@watched.example`, `10.7.0.${visits}`);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 720 },
    reducedMotion: 'reduce',
  });
  try {
    context.setDefaultTimeout(WAIT_MS);
    await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url })));
    const played = await runScript(context, url, script);
    const stored = await lastStored(owner, visitor.email);
    assertPlayed(script, played);
    return scriptRows(script, truthOf(played), stored);
  } finally {
    await context.close();
  }
}

/** Repeats a script that could not be followed. One that never can misses its goal. */
async function attempt(portal: Portal, script: Script): Promise<Row[]> {
  for (let number = 1; number <= ATTEMPTS; number += 1) {
    try {
      return await measure(portal, script);
    } catch (error) {
      console.error(`watched: attempt ${number} of ${ATTEMPTS}: ${(error as Error).message}`);
    }
  }
  return [
    { name: `${script.name}: not followed`, value: Number.NaN, unit: 's', goal: 'followed', met: false },
  ];
}

/** Measures how exactly the seconds that visitors watched are stored, in Chromium. */
export async function run(): Promise<void> {
  const loadBefore = loadavg()[0] ?? 0;
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-watched-'));
  const portal = await startPortal({
    dataDir,
    port: await freePort(),
    quiet: true,
    env: { UPLOAD_PASSWORD, LEADS_PER_MINUTE_PER_IP: '1000000', TRUST_PROXY: '127.0.0.0/8' },
  });
  const owner = new Client({ connectionString: readRunState(dataDir)?.databaseAdminUrl });
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    await owner.connect();
    await publishTrailer(portal.url, UPLOAD_PASSWORD, await makeVideo(dataDir, VIDEO));
    const due = scripts.filter(({ name }) => selected === undefined || name.includes(selected)).entries();
    const rows: Row[][] = [];
    const lane = async () => {
      for (const [index, script] of due)
        rows[index] = await attempt({ url: portal.url, browser, owner }, script);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    const errors = rows.flat().filter(({ name }) => name.includes(': watched'));
    await report('watched', [
      ...rows.flat(),
      { name: 'load average of one minute, before', value: loadBefore, unit: 'load' },
      { name: 'load average of one minute, after', value: loadavg()[0] ?? 0, unit: 'load' },
    ]);
    console.log(
      `Scripts whose watched seconds are right: ${errors.filter(({ met }) => met).length} of ${rows.length}`,
    );
  } finally {
    await browser.close();
    await owner.end();
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
