import { findProjects, type Project } from './projects.js';
import { dependencyFindings, tagFindings } from './tags.js';

const project = (name: string, tags: string[], dependencies: string[] = []): Project => ({
  name,
  folder: name,
  tags,
  dependencies,
});
const app = ['scope:web', 'type:app', 'platform:browser'];

describe('the workspace', () => {
  const projects = findProjects();

  it('contains the contracts, the gateway and e2e', () => {
    expect(projects.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['@secure-preview/contracts', '@secure-preview/gateway', '@secure-preview/e2e']),
    );
  });

  it.each(projects.map((existing) => [existing.name, existing] as const))(
    'gives %s one known tag per axis',
    (_name, existing) => {
      expect(tagFindings(existing)).toEqual([]);
    },
  );

  it('has only dependencies that its tags allow', () => {
    expect(dependencyFindings(projects)).toEqual([]);
  });
});

describe('tagFindings', () => {
  it.each([
    [['scope:web', 'type:ap', 'platform:browser'], ['x: unknown tag type:ap']],
    [
      ['scope:web', 'typo:app', 'platform:browser'],
      ['x: unknown tag typo:app', 'x: not exactly one tag on the axis type'],
    ],
    [[...app, 'platform:node'], ['x: not exactly one tag on the axis platform']],
    [
      [],
      [
        'x: not exactly one tag on the axis scope',
        'x: not exactly one tag on the axis type',
        'x: not exactly one tag on the axis platform',
      ],
    ],
  ])('reports wrong tags: %j', (tags, findings) => {
    expect(tagFindings(project('x', tags))).toEqual(findings);
  });
});

describe('dependencyFindings', () => {
  it('reports a Node library in the browser and a tool in an app', () => {
    const findings = dependencyFindings([
      project('web', app, ['kit', 'dev']),
      project('kit', ['scope:shared', 'type:lib', 'platform:node']),
      project('dev', ['scope:tools', 'type:tool', 'platform:any']),
    ]);
    expect(findings).toEqual([
      'web must not depend on kit (platform:node)',
      'web must not depend on dev (type:tool)',
    ]);
  });
});
