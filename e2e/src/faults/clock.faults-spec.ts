import { test } from '@playwright/test';
import { Clocks } from './clocks.js';
import type { Fleet } from './fleet.js';
import { publishAnotherTrailer, startFleetWithTrailer } from './fleet-with-trailer.js';
import type { Outcome } from './requests.js';
import { runTrial } from './trial.js';

let clocks: Clocks;
let fleet: Fleet;

test.beforeAll(async () => {
  clocks = await Clocks.prepare();
  fleet = await startFleetWithTrailer({ envOf: (name) => clocks.envOf(name) });
});
test.afterAll(async () => {
  await fleet?.dispose();
  clocks?.dispose();
});

const HOUR = 3600;
// Redis uses its clock for the liveness of replicas, Postgres for statement timeouts. After a jump of either clock, the
// portal may briefly reject requests. A URL that was signed before the store's clock jumped has expired, and is
// requested again.
const hosts: readonly {
  owner: string;
  pattern: RegExp;
  allowed: readonly Outcome[];
  allowedOfStore?: readonly Outcome[];
}[] = [
  { owner: 'Redis', pattern: /^redis$/, allowed: [503] },
  { owner: 'Postgres', pattern: /^postgres$/, allowed: [503] },
  { owner: 'all gateways', pattern: /^gateway/, allowed: [] },
  { owner: 'one gateway of three', pattern: /^gateway-1$/, allowed: [] },
  { owner: 'all of analytics-service', pattern: /^analytics/, allowed: [] },
  { owner: 'all processes', pattern: /./, allowed: [503], allowedOfStore: [403] },
];

for (const host of hosts) {
  test(`survives clock jumps of ${host.owner}: an hour forward, back, and reset`, async () => {
    const { owner, pattern, ...outcomes } = host;
    await runTrial(fleet, {
      what: `clock of ${owner}: an hour forward, an hour back, reset`,
      fault: async (load) => {
        for (const seconds of [HOUR, -HOUR]) {
          await clocks.set(fleet, pattern, seconds);
          await load.flows();
        }
        await clocks.set(fleet, pattern, 0);
      },
      ...outcomes,
      recoversInMs: 5_000,
    });
  });
}

test('processes and shows another trailer after all faults', async () => {
  await publishAnotherTrailer(fleet);
});
