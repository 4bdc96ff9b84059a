import { type Fleet, replicaNames } from './fleet.js';
import { startShowingFleet } from './showing-fleet.js';
import { tryOut } from './trial.js';

let fleet: Fleet;

beforeAll(async () => {
  fleet = await startShowingFleet();
});
afterAll(() => fleet?.dispose());

it('refuses no request during a rolling restart of every replica of every service', async () => {
  await tryOut(fleet, {
    what: `SIGTERM: all ${replicaNames.length} replicas in turn`,
    fault: async () => {
      for (const name of replicaNames) await fleet.replace(name, 'SIGTERM');
    },
    allowed: [],
    recoversInMs: 0,
  });
});

it.each(['redis', 'postgres', 'objectStore'] as const)(
  'survives a restart of %s, which has a single instance',
  async (name) => {
    await tryOut(fleet, {
      what: `restart: ${name}`,
      fault: () => fleet[name].restart(),
      allowed: name === 'objectStore' ? [] : [503, 504],
      allowedOfStore: name === 'objectStore' ? ['broken'] : [],
      recoversInMs: 5_000,
    });
  },
);
