import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { selectSpecs } from '../../runner/select-specs.mjs';
import { findSpecs } from '../../runner/specs.mjs';
import { workspaceRoot } from '../workspace/projects.js';

const select = (...args: string[]) => {
  const { specs, testName } = selectSpecs(args, workspaceRoot);
  return { paths: specs.map(({ path }) => path), testName };
};
const here = 'tools/checks/src/runner/select-specs.spec.ts';

describe('npm test with arguments', () => {
  it('runs the spec whose path is given', () => {
    expect(select(here)).toEqual({ paths: [here], testName: undefined });
    expect(
      selectSpecs(['src/runner/select-specs.spec.ts'], join(workspaceRoot, 'tools/checks')).specs,
    ).toEqual([{ project: 'tools/checks', path: here, kind: 'unit', subject: here.replace('.spec.ts', '') }]);
  });

  it('runs the specs of every kind that belong to a source file', () => {
    expect(select('apps/gateway/src/access/host-check.ts').paths.toSorted()).toEqual([
      'apps/gateway/src/access/host-check.medium.spec.ts',
      'apps/gateway/src/access/host-check.spec.ts',
    ]);
  });

  it('names the tests of the folder for a source file without a test', () => {
    expect(() => select('apps/gateway/src/access/access-rule.ts')).toThrow(
      /No test belongs to .*access-rule\.ts\. Tests in the same folder:\n(.*\n)*.*route-table\.spec\.ts/,
    );
  });

  it('runs everything in a folder except what needs root or Docker', () => {
    const { paths } = select('e2e');
    expect(paths).toContain('e2e/src/browser/gate.e2e-spec.ts');
    expect(paths.filter((path) => !path.endsWith('.e2e-spec.ts'))).toEqual([]);
    expect(select('e2e/src/faults/kill.faults-spec.ts').paths).toEqual([
      'e2e/src/faults/kill.faults-spec.ts',
    ]);
  });

  it('runs the specs of a project or of a name', () => {
    expect(select('rpc').paths).toContain('libs/rpc/src/calls.medium.spec.ts');
    expect(select('host-check').paths).toHaveLength(2);
    expect(select('access/host-check').paths).toHaveLength(2);
  });

  it('runs the test whose name contains the words given', () => {
    const name = 'names the tests of the folder';
    expect(select(...name.split(' '))).toEqual({ paths: [here], testName: name });
    const whole = 'npm test with arguments runs the specs of a project or of a name';
    expect(select(whole)).toEqual({ paths: [here], testName: whole });
  });

  it.each(['a table'])('finds the name that Jest makes of %s', () => {
    expect(select('finds the name that Jest makes of', 'a table').paths).toEqual([here]);
  });

  it('finds the name that a template literal makes', () => {
    const name = 'needs no horizontal scrolling, phone';
    const paths = ['e2e/src/browser/leads.e2e-spec.ts', 'e2e/src/browser/versions.e2e-spec.ts', here];
    expect({ ...select(name), paths: new Set(select(name).paths) }).toEqual({
      paths: new Set(paths),
      testName: name,
    });
  });

  it('runs tests of a name only in the paths given', () => {
    expect(select('libs/rpc', 'answers', 'a call')).toEqual({
      paths: select('libs/rpc').paths,
      testName: 'answers a call',
    });
  });

  it('fails with advice when nothing matches', () => {
    const nothing = 'no-such-thing'.toUpperCase();
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/checks/test.mjs', nothing], {
      cwd: workspaceRoot,
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`No test matches "${nothing}"`);
  });

  it('assigns exactly one kind to every file that looks like a spec', () => {
    const specs = findSpecs();
    expect(new Set(specs.map(({ path }) => path)).size).toBe(specs.length);
    expect(new Set(specs.map(({ kind }) => kind))).toEqual(
      new Set(['unit', 'medium', 'e2e', 'faults', 'containers']),
    );
  });
});
