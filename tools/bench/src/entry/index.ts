import { loadavg } from 'node:os';
import { findChromium } from '@secure-preview/testing';
import { chromium } from 'playwright-core';
import { type Row, report } from '../report.js';
import { blackPictureRows } from './black-picture.js';
import { blockRows } from './blocks.js';
import { codeCostRows } from './code-cost.js';
import { openToInvited, startEntryPortal } from './entry-portal.js';
import { importRows } from './imports.js';
import { linkRows } from './link-visits.js';
import { mailRows } from './mail-delays.js';

const loadRow = (when: string): Row => ({
  name: `load average of one minute, ${when}`,
  value: loadavg()[0] ?? 0,
  unit: 'load',
});

/** Measures how visitors are invited, enter and are blocked, with two gateways. */
export async function run(): Promise<void> {
  const rows = [loadRow('before')];
  const entry = await startEntryPortal();
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    rows.push(...(await blockRows(entry)), ...(await blackPictureRows(entry, browser)));
    await openToInvited(entry);
    rows.push(...(await linkRows(entry, browser)), ...(await mailRows(entry)));
    // Last: the mails of these steps are not sent before the bench ends.
    rows.push(...(await importRows(entry)), ...(await codeCostRows(entry)), loadRow('after'));
    await report('entry', rows);
  } finally {
    await browser.close();
    await entry.stop();
  }
}
