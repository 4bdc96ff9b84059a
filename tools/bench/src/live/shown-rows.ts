/// <reference lib="dom" />
import type { Browser, Page } from 'playwright-core';
import type { EntryPortal } from '../entry/entry-portal.js';
import { percentile } from '../entry/percentile.js';
import { openPage } from '../entry/playing-page.js';
import { enteredVisitor } from '../entry/visitor-client.js';
import { type Row, withGoal } from '../report.js';

const ROUNDS = 10;
const GOAL_MS = 2000;
/** Milliseconds after which a change counts as not shown. */
const LOST_MS = 30_000;
const EMAIL = 'ingrid@live.example';

/** Changes that the live page shows. */
const changes = ['start', 'pause', 'seek', 'resumption', 'departure'] as const;
type Change = (typeof changes)[number];

/**
 * Returns the Unix time in milliseconds at which the live page shows a text in the row of the visitor, or shows no row;
 * Infinity if it does not.
 */
const whenShown = (live: Page, pattern: RegExp | null): Promise<number> =>
  live.evaluate(
    ([email, source, lostMs]) =>
      new Promise<number>((resolve) => {
        const expected = source === null ? null : new RegExp(source);
        const lost = setTimeout(() => resolve(Number.POSITIVE_INFINITY), lostMs);
        const check = () => {
          const row = [...document.querySelectorAll('main li')].find((item) =>
            item.textContent?.includes(email),
          );
          if (expected ? expected.test(row?.textContent ?? '') : !row) {
            clearTimeout(lost);
            resolve(Date.now());
          } else requestAnimationFrame(check);
        };
        check();
      }),
    [EMAIL, pattern?.source ?? null, LOST_MS] as const,
  );

/** Changes the player, and returns the Unix time in milliseconds at which it had changed. */
const act = (page: Page, change: Exclude<Change, 'departure'>, position: number): Promise<number> =>
  page.evaluate(
    ([wanted, seconds]) =>
      new Promise<number>((resolve, reject) => {
        const video = document.querySelector('video');
        if (!video) return reject(new Error('there is no video'));
        const event = { start: 'playing', resumption: 'playing', pause: 'pause', seek: 'seeked' }[wanted];
        video.addEventListener(event, () => resolve(Date.now()), { once: true });
        if (wanted === 'seek') video.currentTime = seconds;
        else if (wanted === 'start')
          document.querySelector<HTMLButtonElement>('button[aria-label^="Play "]')?.click();
        else if (wanted === 'pause') video.pause();
        else void video.play();
      }),
    [change, position] as const,
  );

const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Measures how soon the live page shows what a visitor at the other gateway does, while a crowd plays. */
export async function shownRows(
  { gateways }: EntryPortal,
  browser: Browser,
  uploadPassword: string,
): Promise<Row[]> {
  const [first, second] = gateways;
  const administrator = await enteredVisitor(first, 'live-administrator@live.example', '127.0.0.1');
  const { status } = await administrator.send(`${first}/api/auth/upload-password`, {
    password: uploadPassword,
  });
  if (status !== 200) throw new Error(`the upload password was refused with ${status}`);
  const { page: live, close: closeLive } = await openPage(browser, first, administrator, '/upload/live');
  const visitor = await enteredVisitor(second, EMAIL, '127.0.0.1');
  const { page, close: leave } = await openPage(browser, second, visitor, '/');
  const delays: [Change, number][] = [];
  try {
    // The page shows the first hundred players only.
    await live.getByLabel('Search name or email address').fill(EMAIL);
    for (let round = 0; round < ROUNDS; round += 1) {
      const position = 10 + 7 * round;
      const shown = {
        start: /Playing/,
        pause: /Paused/,
        seek: new RegExp(`Paused.*${minutes(position)} of`),
        resumption: /Playing/,
      };
      if (round > 0) await page.goto(second);
      await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1);
      for (const change of ['start', 'pause', 'seek', 'resumption'] as const) {
        const shownAt = whenShown(live, shown[change]);
        const changedAt = await act(page, change, position);
        delays.push([change, (await shownAt) - changedAt]);
      }
      const goneAt = whenShown(live, null);
      const leftAt = Date.now();
      await page.goto('about:blank');
      delays.push(['departure', (await goneAt) - leftAt]);
    }
  } finally {
    await leave();
    await closeLive();
  }
  const ofChange = (change: Change) => delays.filter(([of]) => of === change).map(([, delay]) => delay);
  const name = 'until the live page shows it';
  return [
    ...changes.map((change) => ({
      name: `${change} of a visitor ${name}, median of ${ROUNDS}`,
      value: percentile(ofChange(change), 0.5),
      unit: 'ms',
    })),
    withGoal(
      {
        name: `change of a player ${name}, p95 of ${delays.length}`,
        value: percentile(
          delays.map(([, delay]) => delay),
          0.95,
        ),
        unit: 'ms',
      },
      '≤',
      GOAL_MS,
    ),
  ];
}
