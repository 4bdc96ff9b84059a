import type { Administrator } from '@secure-preview/standalone';
import type { Browser } from 'playwright-core';
import type { EntryPortal } from '../entry/entry-portal.js';
import { percentile } from '../entry/percentile.js';
import { openPlaying, whenBlack } from '../entry/playing-page.js';
import { enteredVisitor } from '../entry/visitor-client.js';
import { inGroups } from '../in-groups.js';
import { type Row, withGoal } from '../report.js';
import type { ShownTrailer, WatchingCrowd } from './watching-crowd.js';

/** Playbacks that are ended at once. */
const AT_ONCE = 4;
/** Browsers, two of them at once. */
const BROWSERS = 10;
const GOAL_MS = 3000;
/** Milliseconds after which an event counts as lost. */
const LOST_MS = 30_000;

/** Returns the path of the playback of the trailer in the visit of a person. */
async function playbackOf(
  administrator: Administrator,
  email: string,
  { id }: ShownTrailer,
): Promise<string> {
  const { json } = await administrator.call('GET', `/api/lead-captures?q=${encodeURIComponent(email)}`);
  return `/api/lead-captures/${(json as { id: string }[])[0]?.id}/ended-playbacks/${id}`;
}

const row = (name: string, delays: readonly number[]) =>
  withGoal(
    { name: `${name}, p95 of ${delays.length}`, value: percentile(delays, 0.95), unit: 'ms' },
    '≤',
    GOAL_MS,
  );

/** Ends the playback of visitors in browsers while the crowd plays, then that of each in the crowd. */
export async function endedRows(
  entry: EntryPortal,
  browser: Browser,
  trailer: ShownTrailer,
  crowd: WatchingCrowd,
): Promise<Row[]> {
  const { administrator } = entry;
  const numbers = Array.from({ length: BROWSERS }, (_, index) => index);
  const black = await inGroups(numbers, (index) => blackAfter(entry, browser, trailer, index), 2);
  const ended = await inGroups(
    crowd.visitors,
    async ({ visitor, stream }) => {
      const playback = await playbackOf(administrator, visitor.email, trailer);
      const startedAt = performance.now();
      await administrator.call('POST', playback);
      return stream.endedAfter(startedAt, LOST_MS);
    },
    AT_ONCE,
  );
  const viewers = `${crowd.visitors.length} viewers at ${entry.gateways.length} gateways`;
  return [
    row(`${viewers}: end of a playback until its picture is black, in Chromium`, black),
    row(`${viewers}: end of a playback until the event`, ended),
  ];
}

/** Returns the milliseconds from the end of a playback until its picture is black. */
async function blackAfter(
  { administrator, gateways }: EntryPortal,
  browser: Browser,
  trailer: ShownTrailer,
  index: number,
): Promise<number> {
  const url = gateways[index % gateways.length] ?? '';
  const visitor = await enteredVisitor(url, `black-${index}@live.example`, '127.0.0.1');
  const { page, close } = await openPlaying(browser, url, visitor);
  try {
    const playback = await playbackOf(administrator, visitor.email, trailer);
    const blackAt = whenBlack(page);
    const endedAt = Date.now();
    await administrator.call('POST', playback);
    const elapsed = (await blackAt) - endedAt;
    await page.getByRole('heading', { name: 'The playback has ended' }).waitFor();
    return elapsed;
  } finally {
    await close();
  }
}
