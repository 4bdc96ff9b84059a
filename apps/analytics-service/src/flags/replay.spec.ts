import { flagKinds } from '@secure-preview/contracts';
import { replay } from './replay/replay.js';
import { suspiciousVisits } from './replay/suspicious-visits.js';
import {
  ordinaryVisit,
  recordedTraces,
  type SessionTrace,
  type VisitTrace,
  viewerMinutes,
  withAddresses,
  withPause,
} from './replay/visit-trace.js';

/** Replays of each trace, each with other times of passes and delays. */
const REPLAYS = 50;
const NIGHT_MS = 9 * 3_600_000;
const recorded = recordedTraces();
const ordinary = recorded.map(ordinaryVisit);
/** Ordinary visits that continue after a night, from half of their time on. */
const paused = ordinary.map((trace) => withPause(trace, trace.endedAt / 2, NIGHT_MS));

/** Returns numbers that are the same in each run (a linear congruential generator, Numerical Recipes). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

function traceOf(kind: string): VisitTrace {
  const trace = recorded.find((one) => one.kind === kind);
  if (!trace) throw new Error(`no trace of a visit that ${kind}`);
  return trace;
}
const kindsIn = (trace: VisitTrace) => replay(trace, randomFrom(1)).map(({ kind }) => kind);

it('has a trace of each kind of ordinary visit', () => {
  expect(recorded.map(({ kind }) => kind).sort()).toEqual([
    'came back to the Wi-Fi hours later',
    'changed the quality',
    'dragged the slider',
    'moved from Wi-Fi to mobile',
    'opened without playing',
    'paused overnight',
    'reloaded and continued',
    'skipped ahead by keys',
    'sought far several times',
    'sought quickly',
    'sought while paused, before the first play',
    'watched in a background tab',
    'watched in an office network',
    'watched in two tabs',
    'watched on a slow line',
    'watched on two devices',
    'watched without seeking',
  ]);
});

it('has traces whose networks, sessions and people are those of their kind', () => {
  const people = (kind: string) => traceOf(kind).sessions.map(({ person }) => person);
  const addresses = (kind: string) => [
    ...new Set(traceOf(kind).sessions.flatMap(({ uses }) => uses.map(([, ip]) => ip))),
  ];
  expect(new Set(people('watched in an office network')).size).toBeGreaterThan(3);
  expect(addresses('watched in an office network')).toHaveLength(1);
  expect(addresses('moved from Wi-Fi to mobile')).toHaveLength(2);
  expect(addresses('came back to the Wi-Fi hours later')).toHaveLength(2);
  expect(people('watched on two devices')).toEqual(['ada', 'ada']);
  expect(traceOf('watched in two tabs').sessions).toHaveLength(1);
  expect(traceOf('watched in two tabs').sessions[0]?.players).toHaveLength(2);
});

it('counts the minutes of all sessions, without pauses', () => {
  const overnight = ordinaryVisit(traceOf('paused overnight'));
  expect(overnight.endedAt).toBeGreaterThan(NIGHT_MS);
  expect(viewerMinutes(overnight)).toBeLessThan(2);
  const devices = traceOf('watched on two devices');
  expect(viewerMinutes(devices)).toBeGreaterThan((1.5 * devices.endedAt) / 60_000);
});

it.each([...ordinary, ...paused].map((trace) => [trace.kind, trace] as const))(
  'raises no flag for a visit that %s',
  (_, trace) => {
    const random = randomFrom(trace.endedAt);
    for (let replays = 0; replays < REPLAYS; replays += 1) expect(replay(trace, random)).toEqual([]);
  },
);

it('raises no flag for all visits at once, of different people behind one address', () => {
  const sessions = ordinary.flatMap((trace) => withAddresses(trace, () => '203.0.113.9').sessions);
  const office: VisitTrace = {
    ...traceOf('watched in an office network'),
    sessions: sessions.map((session, index) => ({ ...session, person: `person ${index}` })),
    endedAt: Math.max(...ordinary.map(({ endedAt }) => endedAt)),
  };
  expect(kindsIn(office)).toEqual([]);
  const ofOne = { ...office, sessions: sessions.map((session) => ({ ...session, person: 'one' })) };
  expect(kindsIn(ofOne)).toContain('manySessions');
});

it.each([
  ['IPv4 and IPv6', (_: number, index: number) => (index % 2 ? '2001:db8:1::1' : '203.0.113.9')],
  ['changing addresses of one network', (_: number, index: number) => `203.0.113.${index % 250}`],
])('raises no flag on a line with %s', (_, addressOf) => {
  for (const trace of ordinary) expect(kindsIn(withAddresses(trace, addressOf))).toEqual([]);
});

it('raises no flag on a phone that moves from Wi-Fi to mobile during any visit', () => {
  for (const trace of ordinary) {
    const moving = withAddresses(trace, (at) => (at < trace.endedAt / 2 ? '203.0.113.9' : '198.51.100.20'));
    expect(kindsIn(moving)).toEqual([]);
  }
});

/** Returns a visit in which each jump aborts the transfer of one more segment, as a relay records it. */
const withAborted = (trace: VisitTrace): VisitTrace => ({
  ...trace,
  sessions: trace.sessions.map((session) => ({
    ...session,
    sent: session.sent.flatMap((segment, index): SessionTrace['sent'] => {
      const [at, from] = segment;
      const [, , end = from] = session.sent[index - 1] ?? [];
      return from === end ? [segment] : [[at, end, end + 4], segment];
    }),
  })),
});

it.each(ordinary.map((trace) => [trace.kind, withAborted(trace)] as const))(
  'raises no flag for transfers that were aborted in a visit that %s',
  (_, trace) => {
    const random = randomFrom(trace.endedAt);
    for (let replays = 0; replays < REPLAYS; replays += 1) expect(replay(trace, random)).toEqual([]);
  },
);

describe('suspicious visits', () => {
  const suspicious = suspiciousVisits(traceOf('watched without seeking'));

  it('are there for each rule', () => {
    expect(suspicious.map(({ kind }) => kind)).toEqual([...flagKinds]);
  });

  it.each(suspicious.map(({ kind, trace }) => [kind, trace] as const))('raise the flag %s', (kind, trace) => {
    expect(kindsIn(trace)).toEqual([kind]);
  });

  it('include a phone that comes back to the Wi-Fi at once', () => {
    expect(kindsIn(traceOf('came back to the Wi-Fi hours later'))).toEqual(['twoNetworks']);
  });

  it('include four devices of a person, but not three', () => {
    const { sessions, ...trace } = traceOf('watched on two devices');
    expect(kindsIn({ ...trace, sessions: [...sessions, ...sessions.slice(1)] })).toEqual([]);
    expect(kindsIn({ ...trace, sessions: [...sessions, ...sessions] })).toEqual(['manySessions']);
  });

  it('include pieces that visits of one person are sent, but not those of several people', () => {
    const pieces = (personOf: (n: number) => string): VisitTrace => ({
      ...traceOf('watched without seeking'),
      sessions: Array.from({ length: 6 }, (_, n) => ({
        person: personOf(n),
        sent: Array.from({ length: 11 }, (_, i) => [n * 1000, 44 * n + 4 * i, 44 * n + 4 * i + 4]),
        uses: [],
        players: [],
      })),
    });
    expect(kindsIn(pieces(() => 'ada')).sort()).toEqual(['copying', 'noPlayer']);
    expect(kindsIn(pieces((n) => `person ${n}`))).toEqual([]);
  });

  it('include each visit whose reports are missing', () => {
    for (const trace of recorded.filter(({ kind }) => kind !== 'opened without playing')) {
      const sessions = trace.sessions.map((session) => ({ ...session, players: [] }));
      expect(kindsIn({ ...trace, sessions })).toContain('noPlayer');
    }
  });
});
