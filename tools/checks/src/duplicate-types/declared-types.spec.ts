import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findProjects, workspaceRoot } from '../workspace/projects.js';
import { declaredTypes, equalTypes } from './declared-types.js';

function sources(folder: string): string[] {
  return readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(spec|d)\.tsx?$/.test(file))
    .map((file) => join(folder, 'src', file));
}

describe('object types of the workspace', () => {
  it('are declared once', () => {
    const types = findProjects()
      .flatMap(({ folder }) => sources(folder))
      .flatMap((file) => declaredTypes(file))
      .map((type) => ({ ...type, file: relative(workspaceRoot, type.file) }));
    expect(types.length).toBeGreaterThan(20);
    expect(equalTypes(types)).toEqual([]);
  });
});

describe('equalTypes', () => {
  const types = (source: string) => declaredTypes('sample.ts', source);

  it('finds the same members in any order, as interface or alias', () => {
    const pairs = equalTypes(
      types(
        'interface A { a: string; b?: number; c: Date }\nexport type B = { c: Date; a: string; b?: number };',
      ),
    );
    expect(pairs).toEqual(['sample.ts A = sample.ts B']);
  });

  it.each([
    'interface A { a: string; b: number; c: Date } interface B { a: string; b?: number; c: Date }',
    'interface A { a: string; b: number; c: Date } interface B { a: string; b: bigint; c: Date }',
    'interface A { a: string; b: number } interface B { a: string; b: number }',
  ])('ignores different or trivial types: %s', (source) => {
    expect(equalTypes(types(source))).toEqual([]);
  });
});
