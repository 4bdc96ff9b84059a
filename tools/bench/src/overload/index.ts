import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startPortal } from '@secure-preview/dev';
import {
  HttpLoad,
  isPoliteRefusal,
  isSuccess,
  type Outcome,
  quantile,
  successShare,
} from '@secure-preview/testing';
import { type Row, report } from '../report.js';
import { visitors } from './visitors.js';

const LANES = 64;
const WARM_UP_SECONDS = 5;
const SECONDS = 15;
const FACTORS = [0.5, 1, 2, 4];
const KINDS = ['arrival', 'page', 'watching', 'lead'];

const perSecond = (outcomes: readonly Outcome[]) => outcomes.filter(isSuccess).length / SECONDS;

function rows(factor: number, outcomes: readonly Outcome[], capacity: number): Row[] {
  const name = (what: string) => `${factor} × capacity: ${what}`;
  const ok = outcomes.filter(isSuccess);
  const refused = outcomes.filter(isPoliteRefusal);
  const done = perSecond(outcomes);
  const goal = factor >= 2 ? { goal: '>= 0.7', met: done / capacity >= 0.7 } : {};
  const rude = outcomes.length - ok.length - refused.length;
  return [
    {
      name: name('answered'),
      value: done,
      unit: 'requests/s',
      baseline: capacity,
      ratio: done / capacity,
      ...goal,
    },
    ...KINDS.map((kind) => ({
      name: name(`${kind}: answered`),
      value: successShare(outcomes, kind),
      unit: 'share',
    })),
    { name: name('p50'), value: quantile(ok, 0.5), unit: 'ms' },
    { name: name('p99'), value: quantile(ok, 0.99), unit: 'ms' },
    ...(refused.length > 0
      ? [{ name: name('refused within (p99)'), value: quantile(refused, 0.99), unit: 'ms' }]
      : []),
    {
      name: name('neither answered nor refused with Retry-After'),
      value: rude,
      unit: 'requests',
      goal: '0',
      met: rude === 0,
    },
  ];
}

/** What becomes of visitors when half of what the portal can do comes, all of it, twice and four times as much. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-overload-'));
  const env = { LEADS_PER_MINUTE_PER_IP: '1000000', LOG_LEVEL: 'info' };
  const portal = await startPortal({ dataDir, port: await freePort(), quiet: true, env });
  const load = new HttpLoad(portal.url, await visitors(portal.url));
  try {
    await load.closed(LANES, WARM_UP_SECONDS);
    const capacity = perSecond(await load.closed(LANES, SECONDS));
    const result: Row[] = [{ name: 'capacity', value: capacity, unit: 'requests/s' }];
    for (const factor of FACTORS)
      result.push(...rows(factor, await load.open(capacity * factor, SECONDS), capacity));
    await report('overload', result);
  } finally {
    load.close();
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
