import type { Browser, BrowserContext } from 'playwright-core';
import { median, type Row, withGoal } from '../report.js';
import { enterAndPlay, type LinkVisit, type VisitPage } from './enter-and-play.js';
import type { EntryPortal } from './entry-portal.js';
import { invite, linkOf } from './invite.js';
import { VisitorClient } from './visitor-client.js';

const ROUNDS = 15;
const GOAL_MS = 1000;
const SESSION_COOKIE = 'sp.sid';
const PROVED_COOKIE = 'sp.proved';
const PERSON = { email: 'ada@kino.example', name: 'Ada Lovelace' };

/** Measures visits by an invitation link in a browser that needs no code, with an empty and a filled cache. */
export async function linkRows(entry: EntryPortal, browser: Browser): Promise<Row[]> {
  const { administrator, gateways } = entry;
  const [url] = gateways;
  await invite(administrator, [PERSON], { sendMail: false });
  const link = await linkOf(administrator, url, PERSON.email);
  const proved = await provedCookie(entry);
  const knownBrowser = async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies([
      { name: PROVED_COOKIE, value: proved, domain: '127.0.0.1', path: '/api/auth' },
    ]);
    return context;
  };

  const emptyCache: LinkVisit[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await knownBrowser();
    emptyCache.push(await visit(context, link));
    await context.close();
  }
  const filledCache: LinkVisit[] = [];
  const context = await knownBrowser();
  await visit(context, link);
  for (let round = 0; round < ROUNDS; round += 1) {
    await context.clearCookies({ name: SESSION_COOKIE });
    filledCache.push(await visit(context, link));
  }
  await context.close();
  return [...rowsOf('empty cache', emptyCache), ...rowsOf('filled cache', filledCache)];
}

/** Proves the address of the invited person with a code. @returns the cookie of the browser */
async function provedCookie({ gateways, mailbox }: EntryPortal): Promise<string> {
  const visitor = new VisitorClient(PERSON.email, '10.4.0.1');
  const url = `${gateways[0]}/api/auth/code`;
  const { codeId } = (await visitor.sendForm(url)) as { codeId: string };
  await visitor.sendForm(`${url}/verify`, { codeId, code: await mailbox.code(PERSON.email) });
  const cookie = visitor.cookies.get(PROVED_COOKIE);
  if (cookie === undefined) throw new Error('the browser was not marked as known');
  return cookie;
}

let visits = 0;
const newAddress = () => {
  visits += 1;
  return `10.5.0.${visits}`;
};

async function visit(context: BrowserContext, link: string): Promise<LinkVisit> {
  const page = await context.newPage();
  try {
    // Each visit has an address of its own, because one address may use 60 links a minute.
    await page.setExtraHTTPHeaders({ 'X-Forwarded-For': newAddress() });
    await page.addInitScript(enterAndPlay);
    await page.goto(link, { waitUntil: 'commit' });
    return await page.evaluate(() => (globalThis as VisitPage).linkVisit);
  } finally {
    await page.close();
  }
}

function rowsOf(cache: string, visits: readonly LinkVisit[]): Row[] {
  const row = (end: string, key: keyof LinkVisit): Row => ({
    name: `invitation link to ${end}, loopback, ${cache}, median of ${ROUNDS}`,
    value: median(visits.map((visit) => visit[key])),
    unit: 'ms',
  });
  return [
    row('the form of the gate', 'gateMs'),
    row('the player', 'playerMs'),
    withGoal(row('the moving picture', 'movingMs'), '≤', GOAL_MS),
  ];
}
