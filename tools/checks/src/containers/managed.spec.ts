import { composeFile } from './compose.js';

const { services } = composeFile();
/** Containers that each file removes. */
const taken: readonly [file: string, containers: string[]][] = [
  ['managed-postgres.yml', ['postgres']],
  ['managed-redis.yml', ['redis']],
  ['managed-store.yml', ['object-store', 'store-server']],
];

it.each(taken)(
  '%s removes all dependencies on its containers, and lets their clients reach the outside',
  (file, containers) => {
    const changed = composeFile(`deploy/compose/${file}`);
    for (const name of containers) expect(changed.services[name]?.profiles).toEqual(['bundled']);
    const waiting = Object.entries(services).filter(
      ([name, { depends_on = {} }]) =>
        !containers.includes(name) && containers.some((each) => each in depends_on),
    );
    expect(waiting.length).toBeGreaterThan(2);
    for (const [name, { networks = [] }] of waiting) {
      const { depends_on = {}, networks: added = [] } = changed.services[name] ?? {};
      const required = containers.filter(
        (each) => each in (services[name]?.depends_on ?? {}) && depends_on[each]?.required !== false,
      );
      expect([name, required]).toEqual([name, []]);
      expect([name, [...networks, ...added].some((each) => ['edge', 'managed'].includes(each))]).toEqual([
        name,
        true,
      ]);
    }
  },
);
