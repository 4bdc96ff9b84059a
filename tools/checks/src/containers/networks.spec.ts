import { composeFile, deployText, overrides } from './compose.js';

const { services, networks } = composeFile();
const files = [{ services, networks }, ...overrides.map(composeFile)];
const servicesIn = (network: string) =>
  files.flatMap((file) =>
    Object.entries(file.services).flatMap(([name, { networks: serviceNetworks = [] }]) =>
      serviceNetworks.includes(network) ? [name] : [],
    ),
  );

it('exposes the store only to the container that forwards its S3 port', () => {
  const server = services['store-server'];
  expect(server?.networks).toEqual(['store']);
  expect(server?.ports).toBeUndefined();
  expect(networks['store']).toEqual({ internal: true });
  expect(servicesIn('store').sort()).toEqual(['object-store', 'store-server']);
  const upstreams = deployText('deploy/proxy/object-store.conf').match(/http:\/\/store-server:\d+/g);
  expect(new Set(upstreams)).toEqual(new Set(['http://store-server:8333']));
});

it('exposes Redis only to services with calls or sessions, and hides its password from the worker', () => {
  expect(servicesIn('sessions').sort()).toEqual(['auth-service', 'gateway', 'portal', 'redis']);
  expect(servicesIn('calls').sort()).toEqual([
    'analytics-service',
    'auth-service',
    'gateway',
    'media-service',
    'portal',
    'rpc-redis',
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

it('keeps the media worker and gateways in separate networks in all compose files', () => {
  const networksOf = (name: string) => files.flatMap((file) => file.services[name]?.networks ?? []);
  expect(networksOf('media-worker')).toContain('backend');
  expect(networksOf('media-worker').filter((network) => networksOf('gateway').includes(network))).toEqual([]);
  expect(servicesIn('metrics')).toEqual(['gateway', 'prometheus']);
});

it('connects the blackbox exporter to the proxy but not to gateways', () => {
  expect(servicesIn('probes')).toEqual(['proxy', 'blackbox']);
  const networksOf = (name: string) => files.flatMap((file) => file.services[name]?.networks ?? []);
  expect(networksOf('blackbox').filter((network) => networksOf('gateway').includes(network))).toEqual([]);
});

it('connects only the notifier to servers outside, but not to Redis, gateways or the object store', () => {
  expect(servicesIn('outside')).toEqual(['notifier']);
  expect(services['notifier']?.networks).toEqual(['backend', 'outside']);
  expect(services['notifier']?.volumes).toEqual(['notifier-secrets:/run/portal:ro']);
  const { environment = {} } = services['notifier'] ?? {};
  expect(Object.keys(environment).filter((name) => /REDIS|S3_|SESSION/.test(name))).toEqual([]);
});

it('connects backups only to database and storage', () => {
  expect(services['backup']?.networks).toEqual(['backend']);
});

it('keeps calls only in memory', () => {
  const { volumes, tmpfs } = services['rpc-redis'] ?? {};
  expect(volumes).toEqual(['rpc-redis-secrets:/run/redis:ro']);
  expect(tmpfs).toContain('/data:size=1m');
});

it.each(['nginx.conf', 'object-store.conf'])(
  'makes %s start a fixed number of worker processes, at most four',
  (file) => {
    const [, processes] = /^worker_processes (\d+);$/m.exec(deployText(`deploy/proxy/${file}`)) ?? [];
    expect(Number(processes)).toBeGreaterThan(0);
    expect(Number(processes)).toBeLessThanOrEqual(4);
  },
);

it('publishes only ports of the proxy and the object store', () => {
  const published = Object.entries(services).flatMap(([name, { ports }]) => (ports ? [name] : []));
  expect(published.sort()).toEqual(['object-store', 'proxy']);
  const outside = Object.keys(networks).filter((network) => !networks[network]?.internal);
  expect(outside).toEqual(['edge', 'outside']);
  expect(servicesIn('edge').sort()).toEqual(['gateway', 'object-store', 'portal', 'proxy', 'tls']);
});
