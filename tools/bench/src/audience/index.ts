import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { peopleFilters, peopleSorts } from '@secure-preview/contracts';
import { freePort } from '@secure-preview/embedded';
import {
  type Administrator,
  makeVideo,
  publishTrailer,
  readRunState,
  signIn,
  startPortal,
} from '@secure-preview/standalone';
import { Client } from 'pg';
import { cpuSeconds } from '../cpu-time.js';
import { median, type Row, report, withGoal } from '../report.js';
import { searchTexts, seedAudience } from './seed.js';

/** Minutes after which the bench counts as hanging. */
export const deadlineMinutes = 20;

const UPLOAD_PASSWORD = 'a password for the bench';
/** People who watched the version. The goal applies to the first number. */
const SIZES = [10_000, 100_000] as const;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] || 11);
const PAGE = 100;
const GOAL_MS = 100;

const searches: readonly (string | undefined)[] = [undefined, ...Object.values(searchTexts), 'a'];

interface Measured {
  readonly name: string;
  readonly path: string;
}

const pageOf = (parameters: Record<string, string>) =>
  `/api/audience/people?${new URLSearchParams(parameters)}`;

/** Every order in both directions, each filter, and each search in two orders. */
function peoplePages(trailerId: string): Measured[] {
  const basic = { trailerId, limit: String(PAGE) };
  const ordered = peopleSorts.flatMap((sort) =>
    ['ascending', 'descending'].map((direction) => ({
      name: `people by ${sort}, ${direction}`,
      path: pageOf({ ...basic, sort, direction }),
    })),
  );
  const searched = searches.flatMap((q) =>
    (['name', 'watched'] as const).map((sort) => ({
      name: `people with “${q}” by ${sort}`,
      path: pageOf({ ...basic, sort, q: q ?? '' }),
    })),
  );
  const filtered = peopleFilters.map((only) => ({
    name: `people who are ${only}`,
    path: pageOf({ ...basic, only }),
  }));
  return [...ordered, ...filtered, ...searched.slice(2)];
}

/** Measures an answer as the administrator's browser requests it. */
async function measure(
  { name, path }: Measured,
  count: number,
  administrator: Administrator,
  pids: () => number[],
): Promise<Row[]> {
  const times: number[] = [];
  const elapsedMs = async () => {
    const startedAt = performance.now();
    try {
      await administrator.call('GET', path);
      return performance.now() - startedAt;
    } catch (error) {
      // Postgres cancels a statement that takes too long.
      console.error(`audience: ${count} people: ${(error as Error).message}`);
      return Number.POSITIVE_INFINITY;
    }
  };
  // The first request compiles code and fills caches.
  await elapsedMs();
  const cpuBefore = cpuSeconds(pids());
  while (times.length < ROUNDS) times.push(await elapsedMs());
  const cpu = ((cpuSeconds(pids()) - cpuBefore) * 1000) / ROUNDS;
  const row = { name: `${count} people: ${name}`, value: median(times), unit: 'ms' };
  return [
    count === SIZES[0] ? withGoal(row, '≤', GOAL_MS) : row,
    { name: '  fastest', value: Math.min(...times), unit: 'ms' },
    { name: '  CPU of all processes', value: cpu, unit: 'ms' },
  ];
}

/** Returns the id of the shown trailer. */
async function activeTrailer(administrator: Administrator): Promise<string> {
  const { json } = await administrator.call('GET', '/api/active-trailer');
  return (json as { id: string }).id;
}

/** Measures the engagement of a version, and pages of people, in every order and with searches. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-audience-'));
  const port = await freePort();
  const portal = await startPortal({ dataDir, port, quiet: true, env: { UPLOAD_PASSWORD } });
  const owner = new Client({ connectionString: readRunState(dataDir)?.databaseAdminUrl });
  try {
    await owner.connect();
    await publishTrailer(
      portal.url,
      UPLOAD_PASSWORD,
      await makeVideo(dataDir, { seconds: 2, size: '320x180' }),
    );
    const administrator = await signIn(portal.url, UPLOAD_PASSWORD);
    const trailerId = await activeTrailer(administrator);
    const pids = () => Object.values(portal.pids());
    const rows: Row[] = [];
    const engagement = { name: 'engagement of the version', path: `/api/audience/versions/${trailerId}` };
    for (const count of SIZES) {
      await seedAudience(owner, trailerId, count);
      for (const measured of [engagement, ...peoplePages(trailerId)])
        rows.push(...(await measure(measured, count, administrator, pids)));
      rows.push({
        name: `load average of one minute, after ${count} people`,
        value: loadavg()[0] ?? 0,
        unit: 'load',
      });
      // Writes early, so an interrupted run keeps its results.
      await report('audience', rows, count === SIZES.at(-1));
    }
  } finally {
    await owner.end();
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
