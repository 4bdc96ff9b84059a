import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  HttpLoad,
  isRetryableRejection,
  isSuccess,
  type LoadRequest,
  type Outcome,
  successShare,
  temporaryDir,
} from '@secure-preview/testing';
import { enterAsViewer } from '../support/client.js';
import { startTestPortal, type TestPortal } from '../support/portal.js';
import { type FrontProxy, startProxy } from './proxy.js';

/** Concurrent requests that keep every process busy. */
const CONCURRENCY = 48;
/** Deadline for every visitor's response in milliseconds (docs/FAULTS.md), at any load. */
const DEADLINE_MS = 10_000;
/** Maximum number of rounds. Other load on the machine may disturb a round. */
const ROUNDS = 4;

/** The proxy limits each address, so visitors come from many addresses of this machine's loopback network. */
const ADDRESSES = Array.from({ length: 200 }, (_, index) => `127.1.${index % 8}.${1 + (index % 50)}`);

const home = temporaryDir('overload');
let portal: TestPortal;
let proxy: FrontProxy;
let cookie: string;

test.beforeAll(async () => {
  portal = await startTestPortal({ LEADS_PER_MINUTE_PER_IP: '1000000' });
  const viewer = await enterAsViewer(portal.url);
  cookie = [...viewer.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  proxy = await startProxy(join(home, 'nginx'), [Number(new URL(portal.url).port)]);
});
test.afterAll(async () => {
  await proxy?.stop();
  await portal?.dispose();
  rmSync(home, { recursive: true, force: true });
});

type LoadFactory = (next: () => LoadRequest) => HttpLoad;
const direct: LoadFactory = (next) => new HttpLoad(portal.url, next);
const proxied: LoadFactory = (next) => new HttpLoad(proxy.url, next, ADDRESSES);

const watching = (): LoadRequest => ({
  kind: 'watching',
  method: 'POST',
  path: '/api/access-log',
  headers: { cookie },
});
const lead: LoadRequest = {
  kind: 'lead',
  method: 'POST',
  path: '/api/auth/lead-capture',
  body: JSON.stringify({ name: 'Ada Lovelace', email: 'ada@example.com', termsAccepted: 'true' }),
};
const page: LoadRequest = { kind: 'page', method: 'GET', path: '/api/config' };
const arrival: LoadRequest = { kind: 'arrival', method: 'GET', path: '/', headers: { accept: 'text/html' } };

/** Returns a function that repeats these requests in order. */
function roundRobin(...shots: LoadRequest[]): () => LoadRequest {
  let index = 0;
  return () => {
    index += 1;
    return shots[index % shots.length] as LoadRequest;
  };
}

interface Round {
  outcomes: Outcome[];
  /** Responses per second. */
  rate: number;
  /** Responses per second without overload. */
  capacity: number;
}

/** Offers twice the measured rate, in rounds, until `isEnough` is satisfied. */
async function overload(
  createLoad: LoadFactory,
  next: () => LoadRequest,
  isEnough: (round: Round) => boolean,
): Promise<Round[]> {
  const load = createLoad(next);
  const rate = async (work: () => Promise<Outcome[]>) => {
    const startedAt = performance.now();
    const outcomes = await work();
    return { outcomes, rate: (outcomes.filter(isSuccess).length * 1000) / (performance.now() - startedAt) };
  };
  const rounds: Round[] = [];
  try {
    await load.closed(CONCURRENCY, 3);
    let bestRate = 0;
    while (rounds.length < ROUNDS) {
      const before = await rate(() => load.closed(CONCURRENCY, 4));
      bestRate = Math.max(bestRate, before.rate);
      const overloaded = await rate(() => load.open(2 * bestRate, 10));
      const after = await rate(() => load.closed(CONCURRENCY, 4));
      // A rate above the capacity shows that something else slowed down the measurement.
      bestRate = Math.max(bestRate, overloaded.rate);
      const round = { ...overloaded, capacity: Math.min(before.rate, after.rate) };
      rounds.push(round);
      if (isEnough(round)) break;
    }
  } finally {
    load.close();
  }
  return rounds;
}

const refusals = ({ outcomes }: Round) => outcomes.filter((outcome) => !isSuccess(outcome));

/** Checks that every rejection can be retried, and that every request ends within `DEADLINE_MS`. */
function expectRetryableRejections(rounds: readonly Round[]): void {
  for (const round of rounds) {
    const notRetryable = refusals(round).filter((outcome) => !isRetryableRejection(outcome));
    expect(notRetryable.map(({ kind, status }) => `${kind} ${status}`)).toEqual([]);
    const late = round.outcomes.filter(({ ms }) => ms >= DEADLINE_MS);
    expect(late.map(({ kind, status, ms }) => `${kind} ${status} after ${ms} ms`)).toEqual([]);
  }
}

/** Checks that consecutive requests succeed again. */
async function expectRecovered(createLoad: LoadFactory): Promise<void> {
  const load = createLoad(roundRobin(arrival, page, lead, watching()));
  const startedAt = performance.now();
  for (let served = 0; served < 20; ) {
    const outcome = await load.send();
    served = isSuccess(outcome) ? served + 1 : 0;
    if (performance.now() - startedAt > 10_000)
      throw new Error(`still ${outcome.status} for ${outcome.kind}`);
  }
  load.close();
}

const isHeld = (round: Round) => refusals(round).length > 0 && round.rate >= 0.7 * round.capacity;
const share = ({ outcomes }: Round, kind: string) => successShare(outcomes, kind);
const reported = (rounds: readonly Round[]) =>
  rounds.map((round) => [round.rate / round.capacity, refusals(round).length, isHeld(round)]);
const oneHeldRound = [expect.any(Number), expect.any(Number), true];

/** Returns a mix of requests: half are calls of viewers, a fifth page views, a fifth data, a tenth lead captures. */
function allVisitors(): () => LoadRequest {
  const watch = watching();
  return roundRobin(arrival, watch, page, watch, arrival, watch, lead, watch, page, watch);
}

test.describe('requests at twice the capacity', () => {
  test("are answered at the portal's capacity, and the rest receive a Retry-After", async () => {
    const rounds = await overload(direct, roundRobin(watching()), isHeld);
    await expectRecovered(direct);
    expectRetryableRejections(rounds);
    expect(reported(rounds)).toContainEqual(oneHeldRound);
  });

  test('are rejected least often if they capture a lead, and more often if they are from new visitors', async () => {
    const isOverloaded = (round: Round) => share(round, 'arrival') < 0.9;
    const rounds = await overload(direct, allVisitors(), isOverloaded);
    await expectRecovered(direct);
    expectRetryableRejections(rounds);
    const overloadedRounds = rounds.filter(isOverloaded);
    expect(overloadedRounds.length).toBeGreaterThan(0);
    for (const round of overloadedRounds) {
      for (const kind of ['arrival', 'page', 'watching'])
        expect(share(round, 'lead')).toBeGreaterThanOrEqual(share(round, kind));
      expect(share(round, 'lead')).toBeGreaterThan(share(round, 'arrival'));
    }
  });

  test('are rejected in the same way through the proxy, where leads are not rejected first', async () => {
    const rounds = await overload(proxied, allVisitors(), isHeld);
    await expectRecovered(proxied);
    expectRetryableRejections(rounds);
    expect(reported(rounds)).toContainEqual(oneHeldRound);
    for (const round of rounds.filter((watch) => refusals(watch).length > 0))
      expect(share(round, 'lead')).toBeGreaterThanOrEqual(share(round, 'arrival'));
  });
});
