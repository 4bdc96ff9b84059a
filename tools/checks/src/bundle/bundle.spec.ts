import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
let app: string;

beforeEach(() => {
  app = join(mkdtempSync(join(tmpdir(), 'bundle-')), 'apps', 'sample');
  mkdirSync(join(app, 'dist'), { recursive: true });
});
afterEach(() => rmSync(join(app, '..', '..'), { recursive: true }));

/** Compiles `src/main.ts` of the sample application into `dist`, as a build does. */
async function compile(source: string): Promise<void> {
  const { code, map = '' } = await transform(source, {
    sourceFileName: '../src/main.ts',
    sourceMaps: true,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  });
  writeFileSync(join(app, 'dist', 'main.js'), code);
  writeFileSync(join(app, 'dist', 'main.js.map'), map);
}

/** Bundles the sample application with the second step of a service's build. */
function bundle() {
  const { scripts } = JSON.parse(readFileSync(join(root, 'apps/gateway/package.json'), 'utf8'));
  const [, command = ''] = scripts.build.split(' && ');
  const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}` };
  return spawnSync(command.replace('../../', root), { cwd: app, env, shell: true, encoding: 'utf8' });
}

it('maps an error in a bundle to the line of its TypeScript source', async () => {
  await compile('interface Unused {}\n\nthrow new Error("intended");\n');
  expect(bundle()).toMatchObject({ status: 0 });
  const program = join(app, 'dist/bundle/main.js');
  const { stderr } = spawnSync(process.execPath, ['--enable-source-maps', program], { encoding: 'utf8' });
  expect(stderr).toContain(`${join(app, 'src/main.ts')}:3`);
});

it('fails for an import that cannot be resolved', async () => {
  await compile('import "a-package-that-is-missing";\n');
  const { status, stderr, stdout } = bundle();
  expect(status).toBe(1);
  expect(stderr + stdout).toContain('a-package-that-is-missing');
});
