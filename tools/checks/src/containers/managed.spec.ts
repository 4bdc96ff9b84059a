import { composeFile } from './compose.js';

const { services } = composeFile();
/** Containers that each file removes. */
const removed: readonly [file: string, containers: string[]][] = [
  ['managed-postgres.yml', ['postgres']],
  ['managed-redis.yml', ['redis']],
  ['managed-store.yml', ['object-store', 'store-server']],
];

it.each(removed)(
  '%s removes all dependencies on its containers, and gives their clients access to the outside',
  (file, containers) => {
    const override = composeFile(`deploy/compose/${file}`);
    for (const name of containers) expect(override.services[name]?.profiles).toEqual(['bundled']);
    const dependents = Object.entries(services).filter(
      ([name, { depends_on = {} }]) =>
        !containers.includes(name) && containers.some((container) => container in depends_on),
    );
    expect(dependents.length).toBeGreaterThan(2);
    for (const [name, { networks = [] }] of dependents) {
      const { depends_on = {}, networks: added = [] } = override.services[name] ?? {};
      const required = containers.filter(
        (container) =>
          container in (services[name]?.depends_on ?? {}) && depends_on[container]?.required !== false,
      );
      expect([name, required]).toEqual([name, []]);
      expect([
        name,
        [...networks, ...added].some((network) => ['edge', 'managed'].includes(network)),
      ]).toEqual([name, true]);
    }
  },
);
