import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@secure-preview/embedded';
import { makeVideo, signIn, startPortal } from '@secure-preview/standalone';
import { findChromium } from '@secure-preview/testing';
import { chromium } from 'playwright-core';
import { median, type Row } from '../../report.js';
import { type Loaded, loadBeginning } from './narrow-line.js';
import { publish, showVersion, UPLOAD_PASSWORD } from './versions.js';

const VIDEO = { seconds: 60, size: '640x360', videoBitsPerSecond: 1_000_000 };
const FILM_SECONDS = 20;
/** In Mbit/s. */
const LINES = [0.86, 2, 4];
const ROUNDS = Number(process.env['BENCH_ROUNDS'] || 2);

/** Compares how soon a marked and an unmarked trailer load over narrow lines in Chromium. */
export async function narrowRows(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-narrow-'));
  const portal = await startPortal({
    dataDir,
    port: await freePort(),
    quiet: true,
    env: { UPLOAD_PASSWORD, LEADS_PER_MINUTE_PER_IP: '1000' },
  });
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  try {
    const administrator = await signIn(portal.url, UPLOAD_PASSWORD);
    const video = await makeVideo(dataDir, VIDEO);
    const plain = await publish(portal, administrator, { video, marked: false });
    const marked = await publish(portal, administrator, { video, marked: true });
    const rows: Row[] = [];
    for (const line of LINES) {
      const loads: Record<string, Loaded[]> = { [plain.id]: [], [marked.id]: [] };
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const version of [plain, marked]) {
          await showVersion(administrator, version);
          const limits = { bitsPerSecond: line * 1e6, filmSeconds: FILM_SECONDS };
          loads[version.id]?.push(await loadBeginning(browser, portal.url, limits));
        }
      }
      const row = (what: string, unit: string, read: (loaded: Loaded) => number): Row => {
        const [value, baseline] = [marked, plain].map(({ id }) => median((loads[id] ?? []).map(read))) as [
          number,
          number,
        ];
        return { name: `${line} Mbit/s: ${what}`, value, unit, baseline, ratio: value / baseline };
      };
      rows.push(row(`first ${FILM_SECONDS} s of film`, 's', ({ seconds }) => seconds));
      rows.push(row('used', 'Mbit/s', ({ bits, seconds }) => bits / seconds / 1e6));
    }
    return [...rows, { name: 'load average of one minute', value: loadavg()[0] ?? 0, unit: 'load' }];
  } finally {
    await browser.close();
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
