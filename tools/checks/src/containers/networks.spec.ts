import { composeFile, deployText, overrides } from './compose.js';

const { services, networks } = composeFile();
const files = [{ services, networks }, ...overrides.map(composeFile)];
const within = (network: string) =>
  files.flatMap((file) =>
    Object.entries(file.services).flatMap(([name, { networks: own = [] }]) =>
      own.includes(network) ? [name] : [],
    ),
  );

it('leaves the store to the one container that passes on to its S3 port', () => {
  const server = services['store-server'];
  expect(server?.networks).toEqual(['store']);
  expect(server?.ports).toBeUndefined();
  expect(networks['store']).toEqual({ internal: true });
  expect(within('store').sort()).toEqual(['object-store', 'store-server']);
  const passedOn = deployText('deploy/proxy/object-store.conf').match(/http:\/\/store-server:\d+/g);
  expect(new Set(passedOn)).toEqual(new Set(['http://store-server:8333']));
});

it('leaves Redis to those who pass calls or keep sessions there, and keeps its password from the worker', () => {
  expect(within('sessions').sort()).toEqual(['auth-service', 'gateway', 'portal', 'redis']);
  expect(within('calls').sort()).toEqual([
    ...['analytics-service', 'auth-service', 'gateway', 'media-service', 'portal', 'rpc-redis'],
  ]);
  for (const [name, network] of [
    ['redis', 'sessions'],
    ['rpc-redis', 'calls'],
  ] as const) {
    expect(services[name]?.networks).toEqual([network]);
    expect(networks[network]).toEqual({ internal: true });
  }
  const { environment = {}, volumes } = services['media-worker'] ?? {};
  expect(Object.keys(environment).filter((name) => name.includes('REDIS'))).toEqual([]);
  expect(volumes).toContain('worker-secrets:/run/portal:ro');
});

it('gives the media worker no network in which a gateway is, also with every file that changes networks', () => {
  const networksOf = (name: string) => files.flatMap((file) => file.services[name]?.networks ?? []);
  expect(networksOf('media-worker')).toContain('backend');
  expect(networksOf('media-worker').filter((network) => networksOf('gateway').includes(network))).toEqual([]);
  expect(within('metrics')).toEqual(['gateway', 'prometheus']);
});

it('keeps calls in memory only', () => {
  const { volumes, tmpfs } = services['rpc-redis'] ?? {};
  expect(volumes).toEqual(['rpc-redis-secrets:/run/redis:ro']);
  expect(tmpfs).toContain('/data:size=1m');
});

it.each(['nginx.conf', 'object-store.conf'])(
  'has %s start as many processes as its container may hold, whatever the machine',
  (file) => {
    const [, processes] = /^worker_processes (\d+);$/m.exec(deployText(`deploy/proxy/${file}`)) ?? [];
    expect(Number(processes)).toBeGreaterThan(0);
    expect(Number(processes)).toBeLessThanOrEqual(4);
  },
);

it('publishes nothing but the portal and the store', () => {
  const published = Object.entries(services).flatMap(([name, { ports }]) => (ports ? [name] : []));
  expect(published.sort()).toEqual(['object-store', 'proxy']);
  const outside = Object.keys(networks).filter((network) => !networks[network]?.internal);
  expect(outside).toEqual(['edge']);
  expect(within('edge').sort()).toEqual(['gateway', 'object-store', 'portal', 'proxy', 'tls']);
});
