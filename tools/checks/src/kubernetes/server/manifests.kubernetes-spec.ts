import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workspaceRoot } from '../../workspace/projects.js';
import { type Manifest, nameOf } from '../manifest.js';
import { render } from '../render.js';
import { podTemplate } from '../workload.js';
import { type ApiServer, startApiServer } from './api-server.js';
import { findServerPrograms } from './find-programs.js';

/**
 * Applies the manifests to a real API server by dry run: the server checks fields, types and values, sets defaults
 * and runs its admission plugins. Run by `npm run test:kubernetes`.
 */

const root = join(workspaceRoot, 'deploy/kubernetes');
const folders = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('/kustomization.yaml'))
  .map((file) => dirname(file))
  .sort();
const example = render(join(root, 'overlays/example'));
const namespace = 'secure-preview';
// Outside of any hook, so that a missing program is reported once and not for each test.
const programs = findServerPrograms();
let server: ApiServer;

beforeAll(async () => {
  server = await startApiServer(programs);
  // Without the namespace, the server rejects its objects even in a dry run.
  const manifest = example.find(({ kind }) => kind === 'Namespace');
  if (!manifest) throw new Error('the example has no Namespace');
  await server.client.apply(manifest, namespace);
}, 300_000);
afterAll(() => server?.stop());

const dryRun = (manifest: Manifest) => server.client.dryRun(manifest, namespace);

/** Returns the rejection of each object and the warnings about it. */
async function findings(manifests: readonly Manifest[]): Promise<string[]> {
  const all = manifests.map((manifest) =>
    dryRun(manifest).then(
      ({ warnings }) => warnings.map((warning) => `${nameOf(manifest)}: ${warning}`),
      (error: Error) => [`${nameOf(manifest)}: ${error.message}`],
    ),
  );
  return (await Promise.all(all)).flat();
}

/** Returns a pod for each workload, as its controller would create it. */
const podsOf = (manifests: readonly Manifest[]): Manifest[] =>
  manifests.flatMap((manifest) => {
    const { metadata, spec } = podTemplate(manifest) ?? {};
    const name = manifest.metadata.name;
    return spec ? [{ apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, name }, spec }] : [];
  });

/** Returns an object of the example with one text replaced. */
function changed(objects: readonly Manifest[], object: string, from: string, to: string): Manifest {
  const text = JSON.stringify(objects.find((manifest) => nameOf(manifest) === object));
  if (!text?.includes(from)) throw new Error(`${object} has no ${from}`);
  return JSON.parse(text.replace(from, to)) as Manifest;
}

describe('a real API server', () => {
  it('receives every folder of manifests', () => {
    const known = ['base', 'components/backup', 'overlays/example', 'overlays/large'];
    expect(folders).toEqual(expect.arrayContaining(known));
  });

  it.each(folders)('accepts every object of %s without a warning', async (folder) => {
    expect(await findings(render(join(root, folder)))).toEqual([]);
  });

  it.each(folders)('admits the pods of every workload of %s', async (folder) => {
    expect(await findings(podsOf(render(join(root, folder))))).toEqual([]);
  });

  it('keeps every value of the example', async () => {
    for (const manifest of example) {
      const { object } = await dryRun(manifest);
      // The server omits the data of an empty ConfigMap.
      expect({ data: {}, ...object }).toMatchObject(manifest);
    }
  });

  it('sets defaults', async () => {
    const service = example.find((manifest) => nameOf(manifest) === 'Service gateway') as Manifest;
    expect(service['spec']).not.toHaveProperty('sessionAffinity');
    expect((await dryRun(service)).object['spec']).toMatchObject({ sessionAffinity: 'None' });
  });

  it('stores nothing in a dry run', async () => {
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    expect(JSON.parse((await server.client.request('GET', path)).body)).toMatchObject({ items: [] });
  });

  it.each([
    [
      'an unknown field',
      'Deployment gateway',
      '"readOnlyRootFilesystem"',
      '"readonlyRootFilesystem"',
      '.securityContext.readonlyRootFilesystem: field not declared in schema',
    ],
    [
      'a wrong type',
      'Deployment gateway',
      '"revisionHistoryLimit":3',
      '"revisionHistoryLimit":"3"',
      '.spec.revisionHistoryLimit: expected numeric',
    ],
    [
      'a missing field',
      'HorizontalPodAutoscaler gateway',
      '"maxReplicas":8',
      '"minReplicas":8',
      'spec.maxReplicas: Invalid value: 0',
    ],
    [
      'a request above its limit',
      'Deployment gateway',
      '"memory":"256Mi"',
      '"memory":"2Gi"',
      'must be less than or equal to memory limit of 384Mi',
    ],
    [
      'an invalid schedule',
      'CronJob backup',
      '"schedule":"30 ',
      '"schedule":"99 ',
      'spec.schedule: Invalid value',
    ],
    ['an unknown kind', 'Service gateway', '"Service"', '"Servant"', 'the server has no v1 Servant'],
    [
      'an unknown version',
      'PodDisruptionBudget gateway',
      'policy/v1',
      'policy/v3',
      '404 the server could not find the requested resource',
    ],
  ])('rejects %s', async (_name, object, from, to, reason) => {
    await expect(dryRun(changed(example, object, from, to))).rejects.toThrow(reason);
  });

  it('rejects a pod that may run as root', async () => {
    const pod = changed(podsOf(example), 'Pod gateway', '"runAsNonRoot":true', '"runAsNonRoot":false');
    await expect(dryRun(pod)).rejects.toThrow('violates PodSecurity "restricted:latest"');
  });
});
