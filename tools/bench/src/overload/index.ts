import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@secure-preview/embedded';
import { startPortal } from '@secure-preview/standalone';
import { HttpLoad } from '@secure-preview/testing';
import { type Row, report } from '../report.js';
import { manyAddresses, startDeployedProxy } from './proxy.js';
import { rowsOf, succeededPerSecond } from './rows.js';
import { visitors } from './visitors.js';

const LANES = 64;
const WARM_UP_SECONDS = 5;
const SECONDS = 15;
const FACTORS = (process.env['BENCH_FACTORS'] ?? '0.5,1,2,4').split(',').map(Number);
/** Pause between two measurements, in seconds. */
const PAUSE_SECONDS = 3;

/**
 * Sends multiples of the capacity. Measures the capacity right before, because it varies with other load on the
 * machine.
 */
async function measure(load: HttpLoad, entry: string): Promise<Row[]> {
  const result: Row[] = [];
  await load.closed(LANES, WARM_UP_SECONDS);
  for (const factor of FACTORS) {
    const name = `${entry}, ${factor} × capacity`;
    result.push({ name: `${name}: load average before`, value: loadavg()[0] ?? 0, unit: 'load' });
    let startedAt = performance.now();
    const capacity = succeededPerSecond(await load.closed(LANES, SECONDS), startedAt, SECONDS);
    startedAt = performance.now();
    const outcomes = await load.open(capacity * factor, SECONDS);
    result.push(...rowsOf(name, { outcomes, startedAt, seconds: SECONDS, factor, capacity }));
    await delay(PAUSE_SECONDS * 1000);
  }
  return result;
}

/** Measures the responses to visitors at half, one, two and four times the capacity of the portal. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-overload-'));
  const env = { LEADS_PER_MINUTE_PER_IP: '1000000', LOG_LEVEL: 'info' };
  const port = await freePort();
  const portal = await startPortal({ dataDir, port, quiet: true, env });
  const proxy = await startDeployedProxy(join(dataDir, 'nginx'), port);
  const entries = [
    { entry: 'gateway', load: new HttpLoad(portal.url, await visitors(portal.url)) },
    { entry: 'proxy', load: new HttpLoad(proxy.url, await visitors(proxy.url), manyAddresses) },
  ];
  try {
    const result: Row[] = [];
    for (const { entry, load } of entries) result.push(...(await measure(load, entry)));
    await report('overload', result);
  } finally {
    for (const { load } of entries) load.close();
    await proxy.stop();
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
