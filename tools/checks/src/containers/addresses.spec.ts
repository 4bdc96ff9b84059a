import { composeFile } from './compose.js';

const { services, networks } = composeFile();
const ADDRESSES = ['PUBLIC_ORIGIN', 'S3_PUBLIC_ENDPOINT'];

it('sets HTTPS URLs for every service that has URLs for browsers', () => {
  const tls = composeFile('deploy/compose/tls.yml').services;
  const affected = Object.entries(services).filter(([, { environment = {} }]) =>
    ADDRESSES.some((name) => name in environment),
  );
  expect(affected.length).toBeGreaterThan(3);
  for (const [service] of affected) {
    const configured = Object.keys(tls[service]?.environment ?? {});
    // The notifier writes links to the portal, but none to the object store.
    const expected = service === 'notifier' ? ['PUBLIC_ORIGIN'] : ADDRESSES;
    expect([service, configured.sort()]).toEqual([service, expected]);
  }
});

it('gives the doctor command the URLs for browsers, and a network to reach them', () => {
  const { networks: portalNetworks = [], environment = {} } = services['portal'] ?? {};
  expect(portalNetworks.some((name) => !networks[name]?.internal)).toBe(true);
  expect(Object.keys(environment)).toEqual(expect.arrayContaining(ADDRESSES));
});
