import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { type Row, withGoal } from '../report.js';
import type { EntryPortal } from './entry-portal.js';
import { percentile } from './percentile.js';
import { openPlaying, whenBlack } from './playing-page.js';
import { enteredVisitor } from './visitor-client.js';

const ROUNDS = 10;
/** Visitors who watch at once. */
const LANES = 2;
/** Milliseconds between two reports of a playing page (docs/product.md#playback). */
const REPORT_MS = 5000;
const GOAL_MS = 12_000;

/** Measures the time from the block of a visitor who watches until the picture is gone. */
export async function blackPictureRows(entry: EntryPortal, browser: Browser): Promise<Row[]> {
  const delays: number[] = [];
  const lane = async (first: number) => {
    for (let round = first; round < ROUNDS; round += LANES)
      delays.push(await blackAfter(entry, browser, round));
  };
  await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)));
  const name = 'block until the playing picture is black, in Chromium';
  return [
    { name: `${name}: median`, value: percentile(delays, 0.5), unit: 'ms' },
    withGoal(
      { name: `${name}: p95 of ${ROUNDS}`, value: percentile(delays, 0.95), unit: 'ms' },
      '≤',
      GOAL_MS,
    ),
  ];
}

async function blackAfter(
  { administrator, gateways }: EntryPortal,
  browser: Browser,
  round: number,
): Promise<number> {
  const [url] = gateways;
  const visitor = await enteredVisitor(url, `watching-${round}@block.example`, '127.0.0.1');
  const { page, close } = await openPlaying(browser, url, visitor);
  try {
    // Spreads the blocks over the time between two reports.
    await delay((round * REPORT_MS) / ROUNDS);
    const blackAt = whenBlack(page);
    const blockedAt = Date.now();
    await administrator.call('POST', '/api/blocks', { kind: 'address', value: visitor.email });
    const elapsed = (await blackAt) - blockedAt;
    await page.getByRole('heading', { name: 'Your access has ended' }).waitFor();
    return elapsed;
  } finally {
    await close();
  }
}
