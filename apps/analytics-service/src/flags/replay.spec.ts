import { replay } from './replay/replay.js';
import { recordedTraces, type VisitTrace, withPause } from './replay/visit-trace.js';
import { twoNetworksFlag } from './rules/two-networks.js';

/** Replays of each trace, each with other times of passes and delays. */
const REPLAYS = 50;
const NIGHT_MS = 9 * 3_600_000;
const traces = recordedTraces();
/** Half of the recorded visits, continued after a night. */
const paused = traces.map((trace) => withPause(trace, trace.endedAt / 2, NIGHT_MS));

/** Returns numbers that are the same in each run (a linear congruential generator, Numerical Recipes). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

it('has traces of each kind of ordinary visit', () => {
  expect(traces.length).toBeGreaterThanOrEqual(5);
});

it.each([...traces, ...paused].map((trace) => [trace.name, trace] as const))(
  'raises no flag for a visit that %s',
  (_, trace) => {
    const random = randomFrom(trace.sent.length);
    for (let replays = 0; replays < REPLAYS; replays += 1) expect(replay(trace, random)).toEqual([]);
  },
);

it('raises a flag for each trace without its reports, or with all of it at once', () => {
  const all: VisitTrace = {
    name: 'all at once',
    sent: Array.from({ length: 180 }, (_, n) => [n * 10, 4 * n, 4 * n + 4]),
    players: [{ startedAt: 0, reports: [[5000, 0, 3, 1]] }],
    endedAt: 10_000,
  };
  expect(replay(all, randomFrom(1)).map(({ kind }) => kind)).toEqual(['watermark', 'copying']);
  for (const trace of traces.filter(({ players }) => players.length > 0)) {
    const flags = replay({ ...trace, players: [] }, randomFrom(1));
    expect(flags.map(({ kind }) => kind)).toContain('noPlayer');
  }
});

/** Returns a visit in which each jump aborts the transfer of one more segment, as a relay records it. */
const withAborted = (trace: VisitTrace): VisitTrace => ({
  ...trace,
  sent: trace.sent.flatMap((segment, index): VisitTrace['sent'] => {
    const [at, from] = segment;
    const [, , end = from] = trace.sent[index - 1] ?? [];
    return from === end ? [segment] : [[at, end, end + 4], segment];
  }),
});

it.each(traces.map((trace) => [trace.name, withAborted(trace)] as const))(
  'raises no flag for transfers that were aborted in a visit that %s',
  (_, trace) => {
    const random = randomFrom(trace.sent.length);
    for (let replays = 0; replays < REPLAYS; replays += 1) expect(replay(trace, random)).toEqual([]);
  },
);

/** Addresses of the deliveries of a visit, by their time and number. */
const addresses: [what: string, (at: number, index: number, trace: VisitTrace) => string][] = [
  ['behind one address of an office', () => '203.0.113.9'],
  [
    'on a phone that moves from Wi-Fi to mobile',
    (at, _, { endedAt }) => (at < endedAt / 2 ? '203.0.113.9' : '198.51.100.20'),
  ],
  ['on a line with IPv4 and IPv6', (_, index) => (index % 2 ? '2001:db8:1::1' : '203.0.113.9')],
  ['with changing addresses of one network', (_, index) => `203.0.113.${index % 250}`],
];

it.each(addresses)('raises no flag for visits %s', (_, addressOf) => {
  for (const trace of traces) {
    const uses = trace.sent.map(([at], index) => ({ at, ip: addressOf(at, index, trace) }));
    expect(twoNetworksFlag(uses)).toBeUndefined();
  }
});
