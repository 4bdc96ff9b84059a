import { composeFile } from './compose.js';

const { services, networks } = composeFile();
const ADDRESSES = ['PUBLIC_ORIGIN', 'S3_PUBLIC_ENDPOINT'];

it('sets the TLS address for every service that knows an address of browsers', () => {
  const tls = composeFile('deploy/compose/tls.yml').services;
  const knowing = Object.entries(services).filter(([, { environment = {} }]) =>
    ADDRESSES.some((name) => name in environment),
  );
  expect(knowing.length).toBeGreaterThan(3);
  for (const [service] of knowing) {
    const given = Object.keys(tls[service]?.environment ?? {});
    expect([service, given.sort()]).toEqual([service, ADDRESSES]);
  }
});

it('lets the doctor reach what browsers reach', () => {
  const { networks: own = [], environment = {} } = services['portal'] ?? {};
  expect(own.some((name) => !networks[name]?.internal)).toBe(true);
  expect(Object.keys(environment)).toEqual(expect.arrayContaining(ADDRESSES));
});
