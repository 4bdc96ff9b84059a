import { Logger } from '@nestjs/common';
import { startTestRedis } from '@secure-preview/testing';
import { median, type Row, report } from '../report.js';
import { type Contestant, listContestant, nestContestant } from './contestants.js';
import type { Method } from './contract.js';
import { type Round, round } from './round.js';

const ROUNDS = 9;
const ROUND_MS = 1000;
const WARM_UP_MS = 1500;

interface Tally {
  rounds: Round[];
  duplicates: number;
}

/** Measures one round. Handler runs beyond one per call are added to the tally as duplicates. */
async function measure(contestant: Contestant, method: Method, tally: Tally): Promise<void> {
  const before = await contestant.runs();
  const result = await round((message) => contestant.call(method, message), ROUND_MS);
  tally.rounds.push(result);
  tally.duplicates += Math.max(0, (await contestant.runs()) - before - result.calls);
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const speeds = ({ rounds }: Tally) => rounds.map(({ callsPerSecond }) => callsPerSecond);
const lost = ({ rounds }: Tally) => sum(rounds.map((one) => one.lost));

/** Measures rounds of both in turn, so that background load affects both. */
async function compare(ours: Contestant, nests: Contestant, method: Method): Promise<[Tally, Tally]> {
  const our: Tally = { rounds: [], duplicates: 0 };
  const nest: Tally = { rounds: [], duplicates: 0 };
  for (const contestant of [ours, nests])
    await round((message) => contestant.call(method, message), WARM_UP_MS);
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const pair: [Contestant, Tally][] = [
      [ours, our],
      [nests, nest],
    ];
    for (const [contestant, tally] of turn % 2 === 0 ? pair : pair.reverse())
      await measure(contestant, method, tally);
  }
  return [our, nest];
}

function rows(name: string, leastRatio: number, our: Tally, nest: Tally): Row[] {
  const ratio = median(speeds(our).map((speed, index) => speed / (speeds(nest)[index] ?? 0)));
  const none = (what: string, value: number, baseline: number): Row => ({
    name: `${name}: ${what}`,
    value,
    unit: 'calls',
    baseline,
    goal: '0',
    met: value === 0,
  });
  return [
    {
      name,
      value: median(speeds(our)),
      unit: 'calls/s',
      baseline: median(speeds(nest)),
      ratio,
      goal: `≥ ${leastRatio} ×`,
      met: ratio >= leastRatio,
    },
    none('run more than once', our.duplicates, nest.duplicates),
    none('lost', lost(our), lost(nest)),
  ];
}

/** Measures calls over request lists against Nest's built-in Redis transport, with 1 and 3 replicas. */
export async function run(): Promise<void> {
  // Otherwise Nest's transport is slowed by a log line for each response of a second replica.
  Logger.overrideLogger(['error', 'warn']);
  const redis = await startTestRedis();
  const all: Row[] = [];
  try {
    for (const [replicas, leastRatio] of [
      [1, 0.9],
      [3, 1.2],
    ] as const) {
      const ours = await listContestant(redis.url, replicas);
      const nests = await nestContestant(redis.url, replicas);
      for (const method of ['echo', 'work'] as const) {
        const [our, nest] = await compare(ours, nests, method);
        const name = `${method === 'echo' ? 'echo' : '2 ms handler'}, ${replicas} replica${replicas > 1 ? 's' : ''}`;
        all.push(...rows(name, leastRatio, our, nest));
      }
      await Promise.all([ours.stop(), nests.stop()]);
    }
  } finally {
    await redis.stop();
  }
  await report('rpc', all);
}
