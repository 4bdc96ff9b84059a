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
const LANES = 48;
/** Deadline for every visitor's response in milliseconds (docs/FAULTS.md), at any load. */
const DEADLINE_MS = 10_000;
/** Several rounds, since other load on the machine may disturb any one of them. */
const ROUNDS = 4;

/** The proxy limits each address, so visitors come from many, in this machine's loopback network. */
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

type Way = (next: () => LoadRequest) => HttpLoad;
const direct: Way = (next) => new HttpLoad(portal.url, next);
const proxied: Way = (next) => new HttpLoad(proxy.url, next, ADDRESSES);

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

/** Returns the given requests, over and over. */
function inTurn(...shots: LoadRequest[]): () => LoadRequest {
  let index = 0;
  return () => {
    index += 1;
    return shots[index % shots.length] as LoadRequest;
  };
}

interface Round {
  outcomes: Outcome[];
  /** Responses per second, and the rate when no more came than could be answered. */
  rate: number;
  capacity: number;
}

/** Offers twice the rate just measured, in rounds, until `enough` is satisfied. */
async function overload(
  way: Way,
  next: () => LoadRequest,
  enough: (round: Round) => boolean,
): Promise<Round[]> {
  const load = way(next);
  const rate = async (work: () => Promise<Outcome[]>) => {
    const began = performance.now();
    const outcomes = await work();
    return { outcomes, rate: (outcomes.filter(isSuccess).length * 1000) / (performance.now() - began) };
  };
  const rounds: Round[] = [];
  try {
    await load.closed(LANES, 3);
    let most = 0;
    while (rounds.length < ROUNDS) {
      const before = await rate(() => load.closed(LANES, 4));
      most = Math.max(most, before.rate);
      const over = await rate(() => load.open(2 * most, 10));
      const after = await rate(() => load.closed(LANES, 4));
      // A rate above the capacity shows that something else slowed down the measurement.
      most = Math.max(most, over.rate);
      const round = { ...over, capacity: Math.min(before.rate, after.rate) };
      rounds.push(round);
      if (enough(round)) break;
    }
  } finally {
    load.close();
  }
  return rounds;
}

const refusals = ({ outcomes }: Round) => outcomes.filter((outcome) => !isSuccess(outcome));

/** Checks what holds for every round, however busy the machine. */
function expectCivil(rounds: readonly Round[]): void {
  for (const round of rounds) {
    const rude = refusals(round).filter((outcome) => !isRetryableRejection(outcome));
    expect(rude.map(({ kind, status }) => `${kind} ${status}`)).toEqual([]);
    const late = round.outcomes.filter(({ ms }) => ms >= DEADLINE_MS);
    expect(late.map(({ kind, status, ms }) => `${kind} ${status} after ${ms} ms`)).toEqual([]);
  }
}

/** Checks that one visitor after another is served again. */
async function expectRecovered(way: Way): Promise<void> {
  const load = way(inTurn(arrival, page, lead, watching()));
  const began = performance.now();
  for (let served = 0; served < 20; ) {
    const outcome = await load.send();
    served = isSuccess(outcome) ? served + 1 : 0;
    if (performance.now() - began > 10_000) throw new Error(`still ${outcome.status} for ${outcome.kind}`);
  }
  load.close();
}

const held = (round: Round) => refusals(round).length > 0 && round.rate >= 0.7 * round.capacity;
const share = ({ outcomes }: Round, kind: string) => successShare(outcomes, kind);
const reported = (rounds: readonly Round[]) =>
  rounds.map((round) => [round.rate / round.capacity, refusals(round).length, held(round)]);
const heldOnce = [expect.any(Number), expect.any(Number), true];

/** Half of the visitors watch; of the others, two in five arrive, two load parts of the page, one enters. */
function everybody(): () => LoadRequest {
  const one = watching();
  return inTurn(arrival, one, page, one, arrival, one, lead, one, page, one);
}

test.describe('requests at twice the capacity', () => {
  test("are answered at the portal's capacity; the rest get a time to retry", async () => {
    const rounds = await overload(direct, inTurn(watching()), held);
    await expectRecovered(direct);
    expectCivil(rounds);
    expect(reported(rounds)).toContainEqual(heldOnce);
  });

  test('are refused to new visitors before viewers, and to leads last of all', async () => {
    const pressed = (round: Round) => share(round, 'arrival') < 0.9;
    const rounds = await overload(direct, everybody(), pressed);
    await expectRecovered(direct);
    expectCivil(rounds);
    const hard = rounds.filter(pressed);
    expect(hard.length).toBeGreaterThan(0);
    for (const round of hard) {
      for (const kind of ['arrival', 'page', 'watching'])
        expect(share(round, 'lead')).toBeGreaterThanOrEqual(share(round, kind));
      expect(share(round, 'lead')).toBeGreaterThan(share(round, 'arrival'));
    }
  });

  test('get the same treatment through the proxy, and leads are not refused first', async () => {
    const rounds = await overload(proxied, everybody(), held);
    await expectRecovered(proxied);
    expectCivil(rounds);
    expect(reported(rounds)).toContainEqual(heldOnce);
    for (const round of rounds.filter((one) => refusals(one).length > 0))
      expect(share(round, 'lead')).toBeGreaterThanOrEqual(share(round, 'arrival'));
  });
});
