import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@secure-preview/embedded';
import { makeVideo, signIn, startPortal } from '@secure-preview/standalone';
import { type Outcome, observeCrowd } from '../../delivery/scenario.js';
import { median, type Row, withGoal } from '../../report.js';
import { publish, showVersion, UPLOAD_PASSWORD, type Version } from './versions.js';

const VIDEO = { seconds: 60, size: '640x360', videoBitsPerSecond: 800_000 };
const number = (name: string, fallback: number) => Number(process.env[name] || fallback);
const plan = {
  viewers: number('BENCH_VIEWERS', 60),
  minutes: number('BENCH_MINUTES', 0.75),
  warmUp: number('BENCH_WARM_UP_SECONDS', 15),
};
/** Pairs of crowds of each player. */
const PAIRS = number('BENCH_ROUNDS', 2);
const MAX_RATIO = 1.3;
/** Percentage of failed requests beyond which crowds cannot be compared. */
const MAX_FAILED = 1;
/**
 * Event loop delay in milliseconds from which the gateway rejects requests. The viewers and the object store use the
 * same processor, and a rejected request would distort the comparison.
 */
const MAX_EVENT_LOOP_DELAY_MS = '5000';
/** Milliseconds between two reports of a page with an event stream. */
const REPORT_MS = 9000;

interface Outcomes {
  readonly marked: Outcome[];
  readonly plain: Outcome[];
}

/** Compares crowds at the marked trailer with those at the unmarked one. The first row is the gateway's CPU. */
function comparedRows(name: string, { marked, plain }: Outcomes): [Row, ...Row[]] {
  const row = (what: string, unit: string, read: (from: Outcome) => number): Row => {
    const [value, baseline] = [median(marked.map(read)), median(plain.map(read))];
    return {
      name: `${name}: ${what}`,
      value,
      unit,
      baseline,
      ...(baseline > 0 ? { ratio: value / baseline } : {}),
    };
  };
  const shareOfFailed = median(
    [...marked, ...plain].map(({ tally }) => (100 * tally.errors) / tally.requests),
  );
  if (shareOfFailed > MAX_FAILED) {
    const texts = [...marked, ...plain].flatMap(({ tally }) => tally.errorTexts);
    throw new Error(`too many requests failed: ${texts.join('; ')}`);
  }
  const cpu = row(
    'CPU of the gateway',
    'ms/viewer-min',
    ({ usage, viewerMinutes }) => ((usage['gateway']?.cpuSeconds ?? Number.NaN) * 1000) / viewerMinutes,
  );
  return [
    cpu,
    { name: `${name}: requests that failed`, value: shareOfFailed, unit: '%' },
    row(
      'requests to the gateway',
      '1/viewer-min',
      ({ tally, viewerMinutes }) => tally.requests / viewerMinutes,
    ),
    row('segments', '1/viewer-min', ({ tally, viewerMinutes }) => tally.segments / viewerMinutes),
    row('whole segment, p50', 'ms', ({ tally }) => tally.segmentP50Ms),
    row(
      'segments that took longer to load than to play',
      '%',
      ({ tally }) => (100 * tally.late) / tally.segments,
    ),
  ];
}

/** Compares what viewers of a marked trailer cost the gateway with viewers of an unmarked one, at the same portal. */
export async function deliveryRows(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-marked-delivery-'));
  const env = { UPLOAD_PASSWORD, LEADS_PER_MINUTE_PER_IP: '1000000', MAX_EVENT_LOOP_DELAY_MS };
  const portal = await startPortal({ dataDir, port: await freePort(), quiet: true, env });
  try {
    const administrator = await signIn(portal.url, UPLOAD_PASSWORD);
    const video = await makeVideo(dataDir, VIDEO);
    const versions = [
      await publish(portal, administrator, { video, marked: false }),
      await publish(portal, administrator, { video, marked: true }),
    ];
    const watch = async (version: Version, native: boolean): Promise<Outcome> => {
      const playlist = await showVersion(administrator, version);
      const site = {
        url: portal.url,
        portal: true,
        playlist,
        trailerId: version.id,
        reportMs: REPORT_MS,
        native,
      };
      return observeCrowd(site, portal.pids, plan);
    };
    const loads: number[] = [];
    const compare = async (name: string, native: boolean) => {
      const outcomes: Outcomes = { marked: [], plain: [] };
      for (let pair = 0; pair < PAIRS; pair += 1) {
        // The order changes, because a process that has run for longer is faster.
        for (const version of pair % 2 === 0 ? versions : [...versions].reverse()) {
          const outcome = await watch(version, native);
          outcomes[version.marked ? 'marked' : 'plain'].push(outcome);
          loads.push(...outcome.load);
        }
      }
      return comparedRows(`${plan.viewers} viewers, ${name}`, outcomes);
    };
    const [pageCpu, ...page] = await compare("the page's loader", false);
    return [
      withGoal(pageCpu, '≤', MAX_RATIO, 'ratio'),
      ...page,
      ...(await compare('native players', true)),
      { name: 'load average of one minute, median', value: median(loads), unit: 'load' },
    ];
  } finally {
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
