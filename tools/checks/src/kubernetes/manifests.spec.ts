import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace/projects.js';
import { environmentFindings, secretKeys } from './environment-findings.js';
import { type Manifest, parseManifests } from './manifest.js';
import { processes } from './processes.js';
import { render } from './render.js';
import { schemaFindings } from './schema-findings.js';
import { selectorFindings } from './selector-findings.js';
import { workloadsOf } from './workload.js';
import { workloadFindings } from './workload-findings.js';

const folder = join(workspaceRoot, 'deploy/kubernetes');
const findingsOf = (manifests: Manifest[]): string[] => {
  const schemaErrors = manifests.flatMap(schemaFindings);
  return schemaErrors.length > 0
    ? schemaErrors
    : [...environmentFindings(manifests), ...workloadFindings(manifests), ...selectorFindings(manifests)];
};
const example = () => render(join(folder, 'overlays/example'));

describe('the Kubernetes manifests', () => {
  const manifests = example();

  it('contain every process of the portal', () => {
    expect(
      workloadsOf(manifests)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(processes).sort());
  });

  it.each(['example', 'large'])('pass all checks in the overlay %s', (name) => {
    expect(findingsOf(render(join(folder, 'overlays', name)))).toEqual([]);
  });

  it('use only documented keys of one secret, and contain no values', () => {
    const used = workloadsOf(manifests).flatMap(secretKeys);
    expect([...new Set(used.map(({ name }) => name))]).toEqual(['portal-secrets']);
    const described = [
      ...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^\| `([a-z0-9-]+)` \|/gm),
    ].map(([, key]) => key);
    expect([...new Set(used.map(({ key }) => key))].sort()).toEqual(described.sort());
    expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });

  it('use only images that the guide builds', () => {
    const guide = readFileSync(join(workspaceRoot, 'docs/KUBERNETES.md'), 'utf8');
    const [, built = ''] = /^docker compose .*\bbuild (.+)$/m.exec(guide) ?? [];
    const [, pushed = ''] = /^for name in (.+); do\n {2}docker tag/m.exec(guide) ?? [];
    const images = workloadsOf(manifests).map(({ container }) => /([^/]+):[^:]+$/.exec(container.image)?.[1]);
    expect(built.split(' ').sort()).toEqual([...new Set(images)].sort());
    expect(pushed).toBe(built);
  });

  it('give each process access only to its configured Redis, and the worker to none', () => {
    const allowedBy = (policy: string) =>
      manifests.find(({ metadata }) => metadata.name === policy)?.['spec'].podSelector.matchExpressions[0]
        .values;
    const configuredWith = (variable: string) =>
      workloadsOf(manifests)
        .filter(({ container }) => container.env?.some(({ name }) => name === `${variable}_FILE`))
        .map(({ name }) => name)
        .sort();
    expect([...allowedBy('portal-redis')].sort()).toEqual(configuredWith('REDIS_URL'));
    expect([...allowedBy('portal-rpc-redis')].sort()).toEqual(configuredWith('RPC_REDIS_URL'));
    expect(configuredWith('REDIS_URL')).toEqual(['auth-service', 'gateway', 'portal']);
    expect(configuredWith('RPC_REDIS_URL')).toEqual([
      'analytics-service',
      'auth-service',
      'gateway',
      'media-service',
      'portal',
    ]);
  });

  it('expose only the gateway', () => {
    const ingress = manifests.filter(({ kind }) => kind === 'Ingress');
    expect(JSON.stringify(ingress)).not.toMatch(/"name":"(auth|media|analytics)/);
  });
});

describe('the collector of the example', () => {
  const manifests = example();
  const policy = manifests.find(({ metadata }) => metadata.name === 'portal-traces')?.['spec'];
  const [{ to: [peer] = [], ports: [port] = [] }] = policy.egress;

  it('is reachable only for the processes that are configured for it', () => {
    const sources = manifests.filter(
      (manifest) => manifest.kind === 'ConfigMap' && 'OTEL_EXPORTER_OTLP_ENDPOINT' in manifest['data'],
    );
    const names = sources.map(({ metadata }) => metadata.name);
    const configured = workloadsOf(manifests).filter(({ container }) =>
      container.envFrom?.some(({ configMapRef }) => names.includes(configMapRef?.name ?? '')),
    );
    expect(configured.map(({ name }) => name).sort()).toEqual(
      [...policy.podSelector.matchExpressions[0].values].sort(),
    );
    const addresses = sources.map((manifest) => new URL(manifest['data'].OTEL_EXPORTER_OTLP_ENDPOINT));
    expect(addresses.map(({ port: actualPort, hostname }) => [actualPort, hostname.split('.')[1]])).toEqual([
      [String(port.port), peer.namespaceSelector.matchLabels['kubernetes.io/metadata.name']],
    ]);
  });
});

/** Returns the findings for the example with one text replaced. */
function changed(object: string, from: string, to: string): string[] {
  return findingsOf(
    example().map((manifest) => {
      const text = JSON.stringify(manifest);
      if (`${manifest.kind} ${manifest.metadata.name}` !== object) return manifest;
      if (!text.includes(from)) throw new Error(`${object} has no ${from}`);
      return JSON.parse(text.replace(from, to)) as Manifest;
    }),
  );
}

/** Lists every nested object with its path. */
function objectsIn(value: object, path: string): [string, object][] {
  const self: [string, object][] = Array.isArray(value) ? [] : [[path, value]];
  const inner = Object.entries(value).filter(([, nested]) => typeof nested === 'object' && nested !== null);
  return [...self, ...inner.flatMap(([key, nested]) => objectsIn(nested as object, `${path}/${key}`))];
}

describe('the check of the manifests', () => {
  it.each([
    [
      'a misspelled key',
      'Deployment gateway',
      '"readOnlyRootFilesystem"',
      '"readonlyRootFilesystem"',
      'Deployment gateway: /spec/template/spec/containers/0/securityContext/readonlyRootFilesystem is not known',
    ],
    [
      'a misspelled key near the top',
      'Service gateway',
      '"selector"',
      '"selectors"',
      'Service gateway: /spec/selectors is not known',
    ],
    [
      'a key in the wrong place',
      'Deployment media-worker',
      '"strategy"',
      '"template2"',
      'Deployment media-worker: /spec/template2 is not known',
    ],
    [
      'a wrong type',
      'Deployment media-worker',
      '"replicas":1',
      '"replicas":"1"',
      'Deployment media-worker: data/spec/replicas must be integer',
    ],
    [
      'a missing field',
      'Deployment auth-service',
      '"name":"auth-service","image"',
      '"image"',
      'Deployment auth-service: data/spec/template/spec/containers/0 must have required property name',
    ],
    [
      'another missing field',
      'HorizontalPodAutoscaler gateway',
      '"maxReplicas":8',
      '"minReplicas":8',
      'HorizontalPodAutoscaler gateway: data/spec must have required property maxReplicas',
    ],
    [
      'a kind that does not exist',
      'PodDisruptionBudget gateway',
      'policy/v1',
      'policy/v3',
      'PodDisruptionBudget gateway: no schema for policy/v3 PodDisruptionBudget',
    ],
    [
      'an unknown environment name',
      'Deployment gateway',
      'SESSION_SECRET_FILE',
      'SESION_SECRET_FILE',
      'gateway: SESION_SECRET is not a setting of this process',
    ],
    [
      'an unknown setting',
      'ConfigMap media-config',
      'S3_BUCKET',
      'S3_BUCKET_NAME',
      'media-worker: S3_BUCKET_NAME is not a setting of this process',
    ],
    [
      'a missing setting',
      'ConfigMap media-config',
      'S3_ENDPOINT',
      'S3_REGION',
      'media-service: S3_ENDPOINT is missing',
    ],
    [
      'a setting that the process rejects',
      'Deployment media-worker',
      '"value":"worker"',
      '"value":"werker"',
      "media-worker: MEDIA_ROLE must be 'api', 'worker' or 'both'",
    ],
    [
      'a setting of another process',
      'Deployment analytics-service',
      '"process-config"',
      '"storage-config"',
      'analytics-service: S3_PUBLIC_ENDPOINT is not a setting of this process',
    ],
    [
      'a ConfigMap that does not exist',
      'Deployment auth-service',
      '"auth-config"',
      '"oauth-config"',
      'auth-service: the ConfigMap oauth-config does not exist',
    ],
    [
      'a file that is not mounted',
      'Deployment gateway',
      '/run/portal/redis-url',
      '/run/portal/redis',
      'gateway: REDIS_URL_FILE refers to a file that is not mounted',
    ],
    [
      'terms that are not mounted',
      'Deployment gateway',
      '"mountPath":"/run/terms"',
      '"mountPath":"/run/term"',
      'gateway: TERMS_FILE refers to a file that is not mounted',
    ],
    [
      'a file of another secret',
      'Job migrate',
      '/run/portal/database-admin-url',
      '/run/portal/auth-database-url',
      'migrate: DATABASE_ADMIN_URL_FILE refers to the file of auth-database-url',
    ],
    [
      'the role of another process',
      'Deployment media-worker',
      '"key":"media-worker-database-url"',
      '"key":"auth-database-url"',
      'media-worker: DATABASE_URL_FILE refers to the file of auth-database-url',
    ],
    [
      'a probe of a path that is not served',
      'Deployment auth-service',
      '/health/ready',
      '/api/health/ready',
      'auth-service: readinessProbe requests /api/health/ready, but the process serves /health/ready',
    ],
    [
      'a probe of another port',
      'Deployment gateway',
      '"port":"http","path":"/api/health/ready"',
      '"port":"internal","path":"/api/health/ready"',
      'gateway: readinessProbe requests port internal, but the process serves 3000',
    ],
    [
      'a selector that matches nothing',
      'Service auth-service',
      '"selector":{"app.kubernetes.io/part-of":"secure-preview"',
      '"selector":{"app.kubernetes.io/part-of":"portal"',
      'Service auth-service: does not select one workload',
    ],
    [
      'a volume without a claim',
      'CronJob backup',
      '"claimName":"backups"',
      '"claimName":"backup"',
      'backup: the claim backup does not exist',
    ],
    [
      'an image that nothing builds',
      'Deployment gateway',
      'secure-preview/gateway:',
      'secure-preview/getaway:',
      expect.stringContaining(
        'gateway: nothing builds the image registry.example.com/secure-preview/getaway:',
      ),
    ],
    [
      'a grace period shorter than the drain',
      'Deployment gateway',
      '"terminationGracePeriodSeconds":30',
      '"terminationGracePeriodSeconds":15',
      'gateway: may be killed before it has drained for 12 s',
    ],
    [
      'a writable root file system',
      'Deployment media-service',
      '"readOnlyRootFilesystem":true',
      '"readOnlyRootFilesystem":false',
      'media-service: readOnlyRootFilesystem is false, not true',
    ],
    [
      'a disruption budget without pods',
      'PodDisruptionBudget media-service',
      '"app.kubernetes.io/component":"media-service"}}}',
      '"app.kubernetes.io/component":"media"}}}',
      'media-service: has no disruption budget',
    ],
  ])('finds %s', (_name, object, from, to, finding) => {
    expect(changed(object, from, to)).toContainEqual(finding);
  });

  it('finds an unknown key in every object with a fixed set of keys', () => {
    const passed: string[] = [];
    for (const manifest of example()) {
      const objects = objectsIn(manifest, '');
      for (const [index, [path]] of objects.entries()) {
        const copy = structuredClone(manifest);
        const object = objectsIn(copy, '')[index]?.[1] ?? {};
        Object.assign(object, { unknownKey: 'x' });
        if (schemaFindings(copy).length === 0) passed.push(path.replace(/\/\d+/g, ''));
      }
    }
    expect([...new Set(passed.map((path) => path.split('/').at(-1)))].sort()).toEqual([
      'annotations',
      'data',
      'labels',
      'matchLabels',
      'selector',
    ]);
    expect(passed.filter((path) => path.endsWith('/selector'))).toEqual(Array(6).fill('/spec/selector'));
  });

  it('finds a duplicate key', () => {
    expect(() => parseManifests('kind: Service\nkind: Job\n')).toThrow('unique');
  });
});
