import { test } from '@playwright/test';
import { Clocks } from './clocks.js';
import type { Fleet } from './fleet.js';
import type { Outcome } from './requests.js';
import { startShowingFleet, takesFilms } from './showing-fleet.js';
import { tryOut } from './trial.js';

let clocks: Clocks;
let fleet: Fleet;

test.beforeAll(async () => {
  clocks = await Clocks.prepare();
  fleet = await startShowingFleet({ envOf: (name) => clocks.envOf(name) });
});
test.afterAll(async () => {
  await fleet?.dispose();
  clocks?.dispose();
});

const HOUR = 3600;
// Redis uses its clock for the liveness of replicas, Postgres for statement timeouts. Both reject requests
// briefly when the clock jumps. An address signed before the store's clock jumped has expired, and is requested
// again.
const hosts: readonly {
  whose: string;
  which: RegExp;
  allowed: readonly Outcome[];
  allowedOfStore?: readonly Outcome[];
}[] = [
  { whose: 'Redis', which: /^redis$/, allowed: [503] },
  { whose: 'Postgres', which: /^postgres$/, allowed: [503] },
  { whose: 'all gateways', which: /^gateway/, allowed: [] },
  { whose: 'one gateway of three', which: /^gateway-1$/, allowed: [] },
  { whose: 'all of analytics-service', which: /^analytics/, allowed: [] },
  { whose: 'all processes', which: /./, allowed: [503], allowedOfStore: [403] },
];

for (const host of hosts) {
  test(`survives clock jumps of ${host.whose}: an hour forward, back, and right again`, async () => {
    const { whose, which, ...outcomes } = host;
    await tryOut(fleet, {
      what: `clock of ${whose}: an hour forward, an hour back, right again`,
      fault: async (load) => {
        for (const seconds of [HOUR, -HOUR]) {
          await clocks.set(fleet, which, seconds);
          await load.flows();
        }
        await clocks.set(fleet, which, 0);
      },
      ...outcomes,
      recoversInMs: 5_000,
    });
  });
}

test('processes and shows films after all faults', async () => {
  await takesFilms(fleet);
});
