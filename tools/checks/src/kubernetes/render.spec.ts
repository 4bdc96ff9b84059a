import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { render } from './render.js';

const pod = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: gateway }
spec:
  template:
    spec:
      containers:
        - name: gateway
          image: portal
          env: [{ name: A, value: a }]
          command: [one, two]
`;

describe('render', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kustomize-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function renderFiles(files: Record<string, string>) {
    const allFiles = {
      'base/kustomization.yaml':
        'resources: [pod.yaml]\nconfigMapGenerator: [{ name: map, literals: [A=1, B=x=y] }]',
      'base/pod.yaml': pod,
      ...files,
    };
    for (const [name, text] of Object.entries(allFiles)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return render(join(folder, 'overlay'));
  }

  it('merges an overlay into its base', () => {
    const [deployment, map] = renderFiles({
      'overlay/kustomization.yaml': `
namespace: here
resources: [../base]
images: [{ name: portal, newName: registry/portal, newTag: "2" }]
configMapGenerator: [{ name: map, behavior: merge, literals: [A=2] }]
patches: [{ path: patch.yaml }]
`,
      'overlay/patch.yaml': `
apiVersion: apps/v1
kind: Deployment
metadata: { name: gateway }
spec:
  template:
    spec:
      containers:
        - name: gateway
          env: [{ name: A, value: b }, { name: B, value: c }]
          command: [three]
`,
    });
    expect(deployment?.metadata['namespace']).toBe('here');
    expect(deployment?.['spec'].template.spec.containers).toEqual([
      {
        name: 'gateway',
        image: 'registry/portal:2',
        env: [
          { name: 'A', value: 'b' },
          { name: 'B', value: 'c' },
        ],
        command: ['three'],
      },
    ]);
    expect(map?.['data']).toEqual({ A: '2', B: 'x=y' });
  });

  it('adds a component before the images are replaced', () => {
    const [, , job] = renderFiles({
      'overlay/kustomization.yaml':
        'resources: [../base]\ncomponents: [../component]\nimages: [{ name: portal, newTag: "2" }]',
      'component/kustomization.yaml': 'kind: Component\nresources: [job.yaml]',
      'component/job.yaml': pod.replace('Deployment', 'Job'),
    });
    expect(job?.['spec'].template.spec.containers[0].image).toBe('portal:2');
  });

  it.each([
    ['resources: [../base]\nresource: [x]', 'unknown  resource'],
    ['resources: [../base]\nimages: [{ name: portal, newtag: "2" }]', 'unknown images newtag'],
    ['resources: [../base]\nimages: [{ name: portals, newTag: "2" }]', 'no container has the image portals'],
    ['resources: [../base]\nconfigMapGenerator: [{ name: map }]', 'behavior create, but it exists'],
    ['resources: [../base]\nconfigMapGenerator: [{ name: maps, behavior: merge }]', 'does not exist'],
    ['resources: [../base, nothing.yaml]', 'no such file'],
    ['resources: [../base]\npatches: [{ path: ../other.yaml }]', 'Deployment getaway, which does not exist'],
  ])('rejects %s', (kustomization, finding) => {
    const files = {
      'overlay/kustomization.yaml': kustomization,
      'other.yaml': pod.replace('gateway }', 'getaway }'),
    };
    expect(() => renderFiles(files)).toThrow(finding);
  });
});
