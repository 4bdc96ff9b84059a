import { loadavg } from 'node:os';
import { findChromium } from '@secure-preview/testing';
import { chromium } from 'playwright-core';
import { startEntryPortal, UPLOAD_PASSWORD } from '../entry/entry-portal.js';
import { type Row, report } from '../report.js';
import { endedRows } from './ended-rows.js';
import { shownRows } from './shown-rows.js';
import { type ShownTrailer, WatchingCrowd } from './watching-crowd.js';

/** Minutes after which the bench counts as hanging. */
export const deadlineMinutes = 20;

const VIEWERS = Number(process.env['BENCH_VIEWERS'] || 500);

const loadRow = (when: string): Row => ({
  name: `load average of one minute, ${when}`,
  value: loadavg()[0] ?? 0,
  unit: 'load',
});

/** Measures the live page and ended playbacks while viewers play at two gateways. */
export async function run(): Promise<void> {
  const rows = [loadRow('before')];
  const entry = await startEntryPortal();
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    const trailer = (await entry.administrator.call('GET', '/api/active-trailer')).json as ShownTrailer;
    const crowd = await WatchingCrowd.enter(entry.gateways, trailer, VIEWERS);
    rows.push(...(await shownRows(entry, browser, UPLOAD_PASSWORD)));
    // Writes early, so an interrupted run keeps its results.
    await report('live', rows, false);
    rows.push(...(await endedRows(entry, browser, trailer, crowd)), loadRow('after'));
    const failed = await crowd.leave();
    await report('live', [
      ...rows,
      { name: 'failed reports of the viewers', value: failed * 100, unit: '%' },
    ]);
  } finally {
    await browser.close();
    await entry.stop();
  }
}
