import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { selectSpecs } from '../../runner/select-specs.mjs';
import { findSpecs } from '../../runner/specs.mjs';
import { workspaceRoot } from '../workspace/projects.js';

const select = (...args: string[]) => {
  const { specs, testName } = selectSpecs(args, workspaceRoot);
  return { paths: specs.map(({ path }) => path), testName };
};
const thisSpec = 'tools/checks/src/runner/select-specs.spec.ts';

describe('npm test with arguments', () => {
  it('runs the spec with the given path', () => {
    expect(select(thisSpec)).toEqual({ paths: [thisSpec], testName: undefined });
    expect(
      selectSpecs(['src/runner/select-specs.spec.ts'], join(workspaceRoot, 'tools/checks')).specs,
    ).toEqual([
      { project: 'tools/checks', path: thisSpec, kind: 'unit', subject: thisSpec.replace('.spec.ts', '') },
    ]);
  });

  it('runs the specs of every kind that belong to a source file', () => {
    expect(select('apps/gateway/src/access/host-check.ts').paths.toSorted()).toEqual([
      'apps/gateway/src/access/host-check.medium.spec.ts',
      'apps/gateway/src/access/host-check.spec.ts',
    ]);
  });

  it('lists the tests of the folder for a source file without a test', () => {
    expect(() => select('apps/gateway/src/access/access-rule.ts')).toThrow(
      /No test belongs to .*access-rule\.ts\. Tests in the same folder:\n(.*\n)*.*route-table\.spec\.ts/,
    );
  });

  it('runs all specs in a folder that need neither root nor Docker', () => {
    const { paths } = select('e2e');
    expect(paths).toContain('e2e/src/browser/gate.e2e-spec.ts');
    expect(paths.filter((path) => !path.endsWith('.e2e-spec.ts'))).toEqual([]);
    expect(select('e2e/src/faults/kill.faults-spec.ts').paths).toEqual([
      'e2e/src/faults/kill.faults-spec.ts',
    ]);
  });

  it('selects specs by project or by file name', () => {
    expect(select('rpc').paths).toContain('libs/rpc/src/calls.medium.spec.ts');
    expect(select('host-check').paths).toHaveLength(2);
    expect(select('access/host-check').paths).toHaveLength(2);
  });

  it('runs the tests whose name contains the given text', () => {
    const name = 'lists the tests of the folder';
    expect(select(...name.split(' '))).toEqual({ paths: [thisSpec], testName: name });
    const whole = 'npm test with arguments selects specs by project or by file name';
    expect(select(whole)).toEqual({ paths: [thisSpec], testName: whole });
  });

  it.each(['a table'])('finds the name that Jest creates from %s', () => {
    expect(select('finds the name that Jest creates from', 'a table').paths).toEqual([thisSpec]);
  });

  it('finds a name from a template literal', () => {
    const name = 'needs no horizontal scrolling, phone';
    const paths = ['e2e/src/browser/leads.e2e-spec.ts', 'e2e/src/browser/versions.e2e-spec.ts', thisSpec];
    expect({ ...select(name), paths: new Set(select(name).paths) }).toEqual({
      paths: new Set(paths),
      testName: name,
    });
  });

  it('runs tests by name only in the given paths', () => {
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
      new Set(['unit', 'medium', 'e2e', 'faults', 'containers', 'kubernetes']),
    );
  });
});
